import { expect, test } from 'vitest';
import { chooseEncoder, nvencProblem } from '../../../render-node/encoder/choose-encoder.ts';
import { FfmpegFailed } from '../../../render-node/ffmpeg/spawn-ffmpeg.ts';

test('libx264 is taken untried when the setting names it', async () => {
  expect(await chooseEncoder('libx264')).toEqual({
    name: 'libx264',
    reason: 'chosen by the ENCODER setting',
  });
});

test('NVENC is believed only after a real encode; else libx264 and the reason', async () => {
  const choice = await chooseEncoder('auto');
  if (choice.name === 'h264_nvenc') expect(choice.reason).toBe('NVENC passed a trial encode');
  else
    expect(choice.reason).toMatch(
      /^(no NVIDIA driver|no NVIDIA card|the card has no NVENC|this ffmpeg has no NVENC|NVIDIA driver too old)$/,
    );
});

test.each([
  ['[h264_nvenc @ 0x5581] Cannot load libcuda.so.1', 'no NVIDIA driver'],
  ['[h264_nvenc @ 0x55] Cannot load libnvidia-encode.so.1', 'no NVIDIA driver'],
  [
    '[h264_nvenc @ 0x55] Driver does not support the required nvenc API version. Required: 12.1 Found: 11.0',
    'NVIDIA driver too old',
  ],
  [
    '[h264_nvenc @ 0x55] OpenEncodeSessionEx failed: out of memory (10): (no details)\n[h264_nvenc @ 0x55] No capable devices found',
    'NVENC session limit reached',
  ],
  [
    '[h264_nvenc @ 0x55] OpenEncodeSessionEx failed: unsupported device (2): (no details)\n[h264_nvenc @ 0x55] No capable devices found',
    'the card has no NVENC',
  ],
  ['cu->cuInit(0) failed -> CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected', 'no NVIDIA card'],
  ["Unknown encoder 'h264_nvenc'", 'this ffmpeg has no NVENC'],
  ['something new', 'NVENC failed for an unknown reason'],
])('%j means: %s', (stderr, reason) => {
  expect(nvencProblem(new FfmpegFailed('ended with 1', stderr))).toBe(reason);
});
