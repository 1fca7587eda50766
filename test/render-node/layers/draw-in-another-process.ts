import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImageTemplate } from '../../../contract/template/image-template.ts';
import { entryPoint } from '../../../runtime/repository-root.ts';

/** Draws a template without media in a process that has drawn nothing before. @returns the SHA-256 of its pixels */
export async function drawInAnotherProcess(template: ImageTemplate): Promise<string> {
  const built = (module: string) => JSON.stringify(`file://${entryPoint(module)}`);
  const script = `
    import { createHash } from 'node:crypto';
    import { compileImage } from ${built('render-node/compile/compile-image')};
    import { loadFontSet } from ${built('render-node/fonts/font-set')};
    import { drawImage } from ${built('render-node/image/draw-image')};
    const tools = { fonts: loadFontSet(), media: {}, notes: new Set() };
    const canvas = await drawImage(await compileImage(JSON.parse(process.argv[1]), tools), new Map(), tools);
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    process.stdout.write(createHash('sha256').update(data).digest('hex'));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script, JSON.stringify(template)],
    { cwd: join(import.meta.dirname), env: { ...process.env, DISABLE_SYSTEM_FONTS_LOAD: '1' } },
  );
  return stdout;
}
