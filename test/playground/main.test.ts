/** The command as people run it: no server is up, slots are real processes. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { entryPoint } from '../../runtime/repository-root.ts';
import { startChild } from '../support/child-process.ts';
import { type Colour, decodeImage, pixelAt } from '../support/image.ts';
import { countFrames } from '../support/probe.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const run = promisify(execFile);
const folder = temporaryFolder('playground');
const env = { PATH: process.env.PATH, DATA_DIR: join(folder.path, 'data'), INIT_CWD: folder.path };
afterAll(() => folder.remove());

const BADGE = {
  kind: 'image',
  name: 'Badge',
  width: 200,
  height: 100,
  background: '#ffffff',
  layers: [
    { type: 'shape', width: 100, fill: '#0000ff', bind: { fill: 'colour' } },
    { name: 'logo', type: 'image', x: 100, width: 50, src: '{{logo}}' },
  ],
  output: { format: 'png' },
};

it('renders each row into a file with its name, and accounts for all of them', async () => {
  const template = await write('badge/template.json', BADGE);
  await writeRed('badge/media/red.png');
  await writeRed('badge/assets/also.png');
  const rows = await write(
    'badge/rows.csv',
    'external_id; colour ;logo;seat\nA/1;#00ff00;asset:red.png;3\n;no colour;;\nA/1;#00ff00;asset:other-folder/also.png;\n',
  );
  const { code, stdout } = await render(
    '--template',
    template,
    '--rows',
    rows,
    '--out',
    'badge/out',
    '--explain',
  );
  expect(code).toBe(1);
  expect(stdout).toContain('No variable for the column seat: ignored.');
  expect(stdout).toContain('2 rendered into');
  expect(stdout).toMatch(/^ {2}Row 2: Layer "1 \(shape\)" \(variable "colour"\): fill must be a colour/m);
  expect(stdout).toMatch(/^Row 1 \(A\/1\): A-1\.png, \d+ kB by png in \d+ ms$/m);
  const out = join(folder.path, 'badge/out');
  expect(readdirSync(out).sort()).toEqual(['A-1-2.png', 'A-1.png', 'results.csv']);
  const results = readFileSync(join(out, 'results.csv'), 'utf8').split('\r\n');
  expect(results[0]).toBe('row,external_id,file,state,error,notes,ms');
  expect(results[1]).toMatch(/^1,A\/1,A-1\.png,rendered,,,\d+$/);
  expect(results[2]).toMatch(/^2,,,failed,"Layer ""1 \(shape\)""/);
  for (const file of ['A-1.png', 'A-1-2.png']) {
    const picture = await decodeImage(join(out, file));
    expect([pixelAt(picture, 50, 50), pixelAt(picture, 125, 50)]).toEqual([
      [0, 255, 0, 255],
      [255, 0, 0, 255],
    ]);
  }
});

it('renders the examples without rows, and all variables blank when asked', async () => {
  const template = await write('examples/template.json', BADGE);
  const { code } = await render(
    '--template',
    template,
    '--out',
    'examples/out',
    '--blank',
    '--contact-sheet',
    'sheet.webp',
  );
  expect(code).toBe(0);
  const [example, blank] = await Promise.all(
    ['example.png', 'all-blank.png'].map((file) => decodeImage(join(folder.path, 'examples/out', file))),
  );
  expect(pixelAt(example!, 50, 50)).toEqual([0, 0, 255, 255]);
  expect(pixelAt(blank!, 50, 50)).toEqual([0, 0, 0, 255]);
  // Two cells of 360 × 180, one above the other, with their names and the gaps.
  const sheet = await sharp(join(folder.path, 'sheet.webp')).metadata();
  expect([sheet.format, sheet.width, sheet.height]).toEqual(['webp', 392, 464]);
});

it('renders a video, and a moment of it as a picture', async () => {
  const scenes = ['#ff0000', '#0000ff'].map((background) => ({ background, duration: 1 }));
  const template = await write('film/template.json', {
    kind: 'video',
    name: 'Film',
    width: 160,
    height: 90,
    scenes,
  });
  await Promise.all([
    render('--template', template, '--out', 'film/out'),
    render('--template', template, '--out', 'film/out', '--still', '1.5'),
  ]);
  expect(readdirSync(join(folder.path, 'film/out')).sort()).toEqual([
    'example.mp4',
    'example.png',
    'results.csv',
  ]);
  const still = await decodeImage(join(folder.path, 'film/out/example.png'));
  expect([still.width, still.height, pixelAt(still, 80, 45)]).toEqual([160, 90, [0, 0, 255, 255]]);
  expect(await countFrames(join(folder.path, 'film/out/example.mp4'))).toBe(60);
});

it('tells how a video is put together', async () => {
  const name = { type: 'text', text: '{{name}}', y: 20, height: 30, font_size: 16 };
  const scenes = [{ duration: 2 }, { duration: 1, layers: [name] }];
  const video = { kind: 'video', name: 'Hello', width: 320, height: 180, fps: 30, scenes };
  const template = await write('hello/template.json', video);
  const rows = await write('hello/rows.csv', 'name\nAda\n');
  const { stdout } = await render('--template', template, '--rows', rows, '--out', 'hello/out', '--explain');
  expect(stdout).toContain('  0 to 2 s: frame splice (1), later cached (0): all rows show the same');
  expect(stdout).toMatch(/^ {2}2 to 3 s: frame splice \(1\), later slice splice \(1\): .* of \{\{name\}\}$/m);
});

it('renders one row, the first rows, and another format', async () => {
  const template = await write('some/template.json', BADGE);
  const rows = await write(
    'some/rows.json',
    ['a', 'b', 'c'].map((id) => ({ external_id: id })),
  );
  const command = ['--template', template, '--rows', rows];
  await Promise.all([
    render(...command, '--out', 'some/one', '--row', '2', '--format', 'jpg'),
    render(...command, '--out', 'some/two', '--limit', '2'),
  ]);
  expect(readdirSync(join(folder.path, 'some/one')).sort()).toEqual(['b.jpg', 'results.csv']);
  expect(readdirSync(join(folder.path, 'some/two')).sort()).toEqual(['a.png', 'b.png', 'results.csv']);
});

it('lists variables with the layers that add them and the price', async () => {
  const template = await write('list/template.json', BADGE);
  expect((await render('--template', template, '--list-variables')).stdout).toBe(
    [
      'colour  (such as "#0000ff")',
      '    layer "1 (shape)"  layers[0].fill',
      'logo',
      '    layer "logo"  layers[1].src',
      '',
      'A row costs 0.00362 credits: 2 variables at 0.00181.',
      '',
    ].join('\n'),
  );
});

it('says in a sentence what is wrong, and renders nothing', async () => {
  const faulty = await write('faulty/template.json', { ...BADGE, layers: [{ type: 'text', font_sise: 3 }] });
  const good = await write('faulty/good.json', BADGE);
  const rows = await write('faulty/rows.csv', 'colour\n"red\n');
  const cases: [string[], string][] = [
    [['--template', faulty], 'layers[0].font_sise: unknown field'],
    [['--template', 'nowhere.json'], `There is no file ${join(folder.path, 'nowhere.json')}.`],
    [['--template', good, '--format', 'mp4'], 'output.format: '],
    [['--template', good, '--rows', rows], 'a quotation mark is not closed'],
    [['--template', good, '--row', '4'], 'There is no row 4: the sheet has 1.'],
    [['--template', good, '--contact-sheet', 'sheet.gif'], 'is a .png, .jpg or .webp file'],
    [['--template', good, '--limit', 'few'], 'It is a whole number from 1.'],
  ];
  await Promise.all(
    cases.map(async ([args, text]) =>
      expect(await render(...args, '--out', 'faulty/out')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(text),
      }),
    ),
  );
  expect(existsSync(join(folder.path, 'faulty/out'))).toBe(false);
});

it('draws again when the watched template changes, also after it was faulty', async () => {
  const template = await write('watched/template.json', BADGE);
  const command = [entryPoint('playground/main'), '--template', template, '--out', 'watched/out', '--watch'];
  const child = startChild(process.execPath, command, { env });
  const out = join(folder.path, 'watched/out/example.png');
  const isDrawnOn = async (background: Colour) =>
    existsSync(out) && isDeepStrictEqual(pixelAt(await decodeImage(readFileSync(out)), 170, 50), background);
  await waitFor('the first still', () => isDrawnOn([255, 255, 255, 255]));
  await write('watched/template.json', '{');
  await waitFor('the fault', () => child.output.includes('is no JSON'));
  await write('watched/template.json', { ...BADGE, background: '#00ffff' });
  await waitFor('the second still', () => isDrawnOn([0, 255, 255, 255]));
  expect(await child.kill('SIGINT')).toBe(0);
});

it('turns a template of another service into a file that it can render', async () => {
  const edit = {
    timeline: {
      tracks: [
        { clips: [{ asset: { type: 'title', text: 'Hi {{ NAME }}' }, start: 0, length: 2, glow: 1 }] },
      ],
    },
    merge: [{ find: 'NAME', replace: 'Ada' }],
    output: { format: 'mp4', resolution: 'preview' },
  };
  const file = await write('import/edit.json', edit);
  const importing = ['--from', 'shotstack', '--file', file, '--out', 'import/template.json'];
  const { stdout } = await command('playground/import-template', importing);
  expect(stdout).toContain('timeline.tracks[0].clips[0].glow: has no equal here');
  expect(
    (await render('--template', 'import/template.json', '--still', '1', '--out', 'import/out')).code,
  ).toBe(0);
});

function render(...args: string[]) {
  return command('playground/main', args);
}

/** What a command prints; a failed one gives its exit code and what it said. */
async function command(module: string, args: string[]) {
  try {
    return {
      code: 0,
      ...(await run(process.execPath, [entryPoint(module), ...args], { env, timeout: 28_000 })),
    };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

async function write(name: string, content: unknown): Promise<string> {
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function writeRed(name: string): Promise<void> {
  const path = await write(name, '');
  await sharp({ create: { width: 50, height: 100, channels: 3, background: '#ff0000' } }).toFile(path);
}
