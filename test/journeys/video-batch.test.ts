/** Rows in over REST, videos out: taken apart with ffmpeg's own tools. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestFarm, type TestFarm } from '../support/farm.ts';
import { graphql } from '../support/graphql.ts';
import { decodeImage, type RawImage } from '../support/image.ts';
import { compareColours } from '../support/image-compare.ts';
import { countFrames, extractFrame, probe } from '../support/probe.ts';
import {
  type Accepted,
  type BulkJob,
  type Generation,
  type RestClient,
  restClient,
} from '../support/rest.ts';

const FRAMES = 75;
let farm: TestFarm;
let rest: RestClient;
let key: string;
let rows: Record<string, string>[];
let example: Record<string, string>;
let accepted: Accepted;
let job: string;
const files = new Map<string, string>();

beforeAll(async () => {
  farm = await startTestFarm();
  const workspace = await farm.createWorkspace('10');
  key = workspace.key;
  rest = restClient(farm.url, key);
  const template = await farm.importExample(workspace.workspaceId, 'catalogue-promo');
  const schema = await rest.get<{ bulk_generate: { body: { rows: Record<string, string>[] } } }>(
    `/templates/${template}/schema/`,
  );
  example = schema.body.bulk_generate.body.rows[0]!;
  const { external_id: _, ...good } = example;
  const [headline, photo] = [nameLike(good, /headline/), nameLike(good, /photo|image/)];
  rows = [
    { external_id: 'one', ...good },
    { external_id: 'other', ...good, [headline]: 'Ünïque — 独一无二' },
    { external_id: 'one again', ...good },
    { external_id: 'bad', ...good, [photo]: 'https://127.0.0.1:9/nothing.jpg' },
  ];
  const submitted = await rest.post<Accepted>(`/templates/${template}/bulk-generate/`, { rows });
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(202);
  accepted = submitted.body;
  job = `/bulk-jobs/${accepted.bulk_job_id}`;
});
afterAll(() => farm?.stop());

function nameLike(row: Record<string, string>, pattern: RegExp): string {
  const name = Object.keys(row).find((key) => pattern.test(key));
  if (!name) throw new Error(`No variable like ${pattern} among ${Object.keys(row)}`);
  return name;
}

const lookUp = async (id: string) =>
  (await rest.get<Generation>(`${job}/generations/${encodeURIComponent(id)}/status/`)).body;

test('all rows but the one with the unreachable picture succeed', async () => {
  const { summary, status } = await rest.pollUntilTerminal(job);
  expect({ summary, status }).toEqual({
    summary: { total: 4, success: 3, failed: 1, pending: 0 } satisfies BulkJob['summary'],
    status: 'done',
  });
  const bad = await lookUp('bad');
  expect(bad).toMatchObject({ status: 'failed', result_video_url: null });
  expect(bad.error_message).toMatch(/^Scene ".+", layer ".+" \(variable ".+"\): .*127\.0\.0\.1/);
});

test('each video is served, plays from the start and has exactly its frames', async () => {
  for (const { external_id: id } of rows.filter((row) => row.external_id !== 'bad')) {
    const { result_video_url: url } = await lookUp(id!);
    const response = await fetch(url!);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    const file = join(farm.dataDir, `${id}.mp4`);
    await writeFile(file, bytes);
    files.set(id!, file);

    const { streams } = await probe(file);
    expect(streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({
      ...{ codec_name: 'h264', width: 720, height: 1280, pix_fmt: 'yuv420p', r_frame_rate: '25/1' },
      ...{ color_space: 'bt709', color_primaries: 'bt709', color_transfer: 'bt709', start_time: '0.000000' },
    });
    expect(await countFrames(file)).toBe(FRAMES);
  }
});

test("each video shows its row's own text", async () => {
  const frame = (id: string): Promise<RawImage> => extractFrame(files.get(id)!, Math.floor(FRAMES / 2));
  const [one, other, again] = [await frame('one'), await frame('other'), await frame('one again')];
  expect(compareColours(one, again).max).toBeLessThan(8);
  expect(compareColours(one, other).max).toBeGreaterThan(80);
});

test('each video has a thumbnail of its own', async () => {
  const { thumbnail_url: url } = await lookUp('one');
  const thumbnail = await decodeImage(new Uint8Array(await (await fetch(url!)).arrayBuffer()));
  expect(thumbnail.width / thumbnail.height).toBeCloseTo(720 / 1280, 1);
});

test('part of a video can be fetched, as players do', async () => {
  const { result_video_url: url } = await lookUp('one');
  const response = await fetch(url!, { headers: { range: 'bytes=4-7' } });
  expect([response.status, await response.text()]).toEqual([206, 'ftyp']);
});

test('the export holds every row, the failed one without a URL', async () => {
  const { body } = await rest.get<string>(`${job}/export.csv`);
  const lines = parse(body, { columns: true }) as Record<string, string>[];
  expect(lines.map((line) => [line.external_id, line.result_video_url !== ''])).toEqual([
    ['one', true],
    ['other', true],
    ['one again', true],
    ['bad', false],
  ]);
});

test('the ledger holds the reservation of all four rows', async () => {
  const { data } = await graphql<{ workspace: { balance: string } }>(
    farm.url,
    key,
    '{ workspace { balance } }',
  );
  expect(data.workspace.balance).toBe(new Decimal(10).minus(accepted.estimated_credits).toFixed());
  expect(new Decimal(accepted.estimated_credits).dividedBy(4).toFixed()).toBe('0.25');
});
