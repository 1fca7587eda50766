import { readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeMedia } from '../video/render-test-video.ts';

/** As another slot's process does. */
async function probeInNewProcess(file: { path: string; sha256: string }, cacheFolder: string) {
  vi.resetModules();
  const { probeOnce } = await import('../../../render-node/ffmpeg/probe-once.ts');
  return probeOnce({ ...file, demuxer: 'wav' }, { cacheFolder });
}

async function setUp() {
  const folder = temporaryFolder('probes');
  onTestFinished(() => folder.remove());
  const path = await makeMedia('tone.wav', ['-f', 'lavfi', '-i', 'sine=duration=1.5:sample_rate=48000']);
  return { file: { path, sha256: 'abc' }, cacheFolder: join(folder.path, 'made') };
}

test('what one slot has learnt of a file the others need not ask', async () => {
  const { file, cacheFolder } = await setUp();
  const first = await probeInNewProcess(file, cacheFolder);
  expect(first.audio).toEqual({ seconds: 1.5, startSeconds: 0, sampleRate: 48_000 });
  await rm(file.path);
  expect(await probeInNewProcess(file, cacheFolder)).toEqual(first);
  await expect(probeInNewProcess({ ...file, sha256: 'other' }, cacheFolder)).rejects.toThrow(
    'could not read a file',
  );
});

test('what was kept and cannot be read is asked again', async () => {
  const { file, cacheFolder } = await setUp();
  const first = await probeInNewProcess(file, cacheFolder);
  const [kept = ''] = readdirSync(cacheFolder);
  writeFileSync(join(cacheFolder, kept), '{');
  expect(await probeInNewProcess(file, cacheFolder)).toEqual(first);
});
