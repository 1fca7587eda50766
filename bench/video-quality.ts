/**
 * V4: what a spliced video looks like and weighs, against the same pictures encoded whole. The measure of both is a row's
 * pictures as they were before any encoder: each frame is asked for as a still.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { SingleBar } from 'cli-progress';
import { convertToYuv, yuvBytes } from '../render-node/pixels/convert-to-yuv.ts';
import { type LoadedWorkload, type RenderFarm, startRenderFarm } from './render-farm.ts';
import type { Finding } from './result.ts';
import type { Workload } from './workloads/workload.ts';

const run = promisify(execFile);

/** Rows before it; what all share is encoded with care after some ten in each slot, which takes seconds. */
const ROW = 400;
/** Rows before the same one when it is rendered for the first time. */
const FEW_ROWS = 4;
const FPS = 30;
const FRAMES = 360;
/** Around the quality that is compared with, for a line between size and quality. */
const CRFS = [20, 23, 26];

interface Look {
  /** Decibels over luma and chroma. */
  psnr: number;
  ssim: number;
  /** Of the worst frame. */
  worstPsnr: number;
  /** Of the video stream alone. */
  bytes: number;
}

export async function measureQuality(workload: Workload): Promise<Finding> {
  const { width, height } = workload.template;
  const folder = await mkdtemp(join(tmpdir(), 'rowcast-bench-quality-'));
  const farm = await startRenderFarm();
  try {
    const loaded = await farm.load(workload);
    const spliced = async (file: string) => {
      const keep = ({ path }: { path: string }) => copyFile(path, file);
      await farm.render(loaded, { first: ROW, count: 1 }, { onOutput: keep });
      return file;
    };
    await farm.render(loaded, { first: 0, count: FEW_ROWS });
    const early = await spliced(join(folder, 'early.mp4'));
    await farm.render(loaded, { first: FEW_ROWS, count: ROW - FEW_ROWS });
    const ours = await spliced(join(folder, 'ours.mp4'));
    const reference = join(folder, 'reference.yuv');
    await writeReference(farm, loaded, { width, height, path: reference });
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(FPS)];
    const compare = (file: string) => look(file, [...raw, '-i', reference], folder);
    const whole: Look[] = [];
    for (const crf of CRFS) {
      const file = join(folder, `whole-${crf}.mp4`);
      const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(crf)];
      await run('ffmpeg', ['-v', 'error', '-y', ...raw, '-i', reference, ...x264, file]);
      whole.push(await compare(file));
    }
    return finding({
      ours: await compare(ours),
      early: await compare(early),
      whole,
      decoding: await decodeStrictly(ours),
    });
  } finally {
    await farm.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Looks {
  ours: Look;
  early: Look;
  whole: Look[];
  decoding: string;
}

function finding({ ours, early, whole, decoding }: Looks): Finding {
  const relativeSize = (one: Look) => (one.bytes / bytesAt(one.psnr, whole)).toFixed(3);
  const figures: [string, string][] = [
    ['rowcast', describe(ours)],
    ...whole.map((one, index): [string, string] => [
      `whole, x264 veryfast crf ${CRFS[index]}`,
      describe(one),
    ]),
    ['size at equal PSNR, whole = 1', relativeSize(ours)],
    ['the same of a first row', `${relativeSize(early)}: ${describe(early)}`],
    ['strict decoding', decoding],
  ];
  return {
    ...{ id: 'V4', title: 'quality and size of V', kind: 'figures', figures },
    target: 'at most 1.05 times the size at equal PSNR',
    notes: [
      `Sizes are those of the video stream. Equal PSNR is read from the line through the whole encodes. Before the row stand ${ROW} others: what all show is encoded with care when a slot has had its first nine. The first rows show it as it was encoded while they waited.`,
    ],
  };
}

function describe({ psnr, ssim, worstPsnr, bytes }: Look): string {
  return `PSNR ${psnr.toFixed(2)} dB (worst frame ${worstPsnr.toFixed(1)}), SSIM ${ssim.toFixed(4)}, ${Math.round(bytes / 1024)} KiB`;
}

/** The whole encodes' size at a quality: the logarithm of size is all but a straight line of PSNR. */
function bytesAt(psnr: number, whole: Look[]): number {
  const sorted = [...whole].sort((a, b) => a.psnr - b.psnr);
  const above = sorted.slice(1, -1).findIndex((one) => one.psnr >= psnr);
  const upper = above === -1 ? sorted.length - 1 : above + 1;
  const [low, high] = [sorted[upper - 1]!, sorted[upper]!];
  const part = (psnr - low.psnr) / (high.psnr - low.psnr);
  return Math.exp(Math.log(low.bytes) + part * (Math.log(high.bytes) - Math.log(low.bytes)));
}

/** Every frame as the encoder is fed with it: planar YUV, converted by the node's own code. */
async function writeReference(
  farm: RenderFarm,
  loaded: LoadedWorkload,
  { width, height, path }: { width: number; height: number; path: string },
): Promise<void> {
  const file = await open(path, 'w');
  const bar = new SingleBar({ format: 'reference pictures {bar} {value}/{total}', stream: process.stderr });
  bar.start(FRAMES, 0);
  const canvas = createCanvas(width, height);
  const yuv = new Uint8Array(yuvBytes({ width, height }));
  try {
    for (let first = 0; first < FRAMES; first += 8) {
      const frames = Array.from({ length: Math.min(8, FRAMES - first) }, (_, index) => first + index);
      const stills = await Promise.all(frames.map((frame) => farm.renderStill(loaded, ROW, frame / FPS)));
      for (const png of stills) {
        canvas.getContext('2d').drawImage(await loadImage(png), 0, 0);
        await file.write(convertToYuv(canvas.data(), { width, height }, yuv));
        bar.increment();
      }
    }
  } finally {
    bar.stop();
    await file.close();
  }
}

async function look(file: string, reference: string[], folder: string): Promise<Look> {
  const log = join(folder, 'psnr.log');
  const graph = `[0:v]split[a][b];[1:v]split[c][d];[a][c]psnr=stats_file=${log}[p];[b][d]ssim[s]`;
  const { stderr } = await run('ffmpeg', [
    ...['-hide_banner', '-nostats', '-i', file, ...reference, '-filter_complex', graph],
    ...['-map', '[p]', '-f', 'null', '-', '-map', '[s]', '-f', 'null', '-'],
  ]);
  const number = (pattern: RegExp) => Number(pattern.exec(stderr)?.[1] ?? Number.NaN);
  const stream = join(folder, 'stream.h264');
  await run('ffmpeg', ['-v', 'error', '-y', '-i', file, '-map', '0:v', '-c', 'copy', stream]);
  return {
    psnr: number(/PSNR .*average:([\d.]+)/),
    worstPsnr: number(/PSNR .*min:([\d.]+)/),
    ssim: number(/SSIM .*All:([\d.]+)/),
    bytes: (await stat(stream)).size,
  };
}

/** Decodes strictly: a file that a lenient player mends by guessing shows here. */
async function decodeStrictly(file: string): Promise<string> {
  const { stdout, stderr } = await run('ffmpeg', [
    ...['-v', 'warning', '-xerror', '-i', file, '-map', '0:v', '-f', 'framemd5', '-'],
  ]);
  const frames = stdout.split('\n').filter((line) => /^\d/.test(line)).length;
  return `ffmpeg -xerror: ${frames} frames, ${stderr.trim() === '' ? 'no warning' : stderr.trim()}`;
}
