import { writeFile, copyFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { probe, countFrames } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from './render-test-video.ts';

test('two scenes', async () => {
  const music = await makeMedia('m.mp3', ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2']);
  const clip = await makeMedia('c.mp4', ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=2','-f','lavfi','-i','sine=880:d=2', '-pix_fmt','yuv420p', '-c:v','libx264']);
  const tools = await createVideoTools({ uploads: { 'm.mp3': music, 'c.mp4': clip } });
  const template = videoTemplate([
    { id: 'one', duration: 3, background: '#dc283c', layers: [
      { type: 'shape', x: 100, y: 100, width: 400, height: 200, fill: '#fff' , radius: 30},
      { type: 'text', text: 'Hi {{name}}', x: 100, y: 400, width: 800, height: 120, color: '#fff', font_weight: 700, start: 0.3, animations: [{ type: 'fade', at: 'in', duration: 0.5 }] },
    ] },
    { id: 'two', duration: 3, background: { type: 'linear', stops: [{ offset: 0, color: '#123' }, { offset: 1, color: '#48c' }] }, transition: { type: 'fade', duration: 0.5 }, layers: [
      { type: 'video', src: 'asset:c.mp4', x: 300, y: 100, width: 680, height: 382, radius: 40, when_short: 'loop', rotation: 5 },
      { type: 'text', text: 'Bye {{name}}', x: 100, y: 520, width: 1080, height: 120, align: 'center', color: '#ff0', font_weight: 700 } ] },
  ], { width: 1280, height: 720, soundtrack: { src: 'asset:m.mp3', volume: 0.3, fade_in: 0.2, fade_out: 1 } });
  const t = Date.now();
  const out = await renderVideo(tools, job(template, { name: 'Ada' }));
  console.log(Date.now() - t, out.encoder, out.frames);
  await copyFile(out.file, '/tmp/rv/out.mp4');
  await writeFile('/tmp/rv/thumb.jpg', out.thumbnail);
  console.log(JSON.stringify((await probe(out.file)).streams, null, 0));
  expect(await countFrames(out.file)).toBe(165);
});
