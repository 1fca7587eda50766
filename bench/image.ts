/** Images: I1 (JPEG) and I2 (PNG) against libraries and browsers in the same run. */
import { enterPeers, type PeerEntry } from './peer.ts';
import { race } from './race.ts';
import { startRenderFarm } from './render-farm.ts';
import type { Finding } from './result.ts';
import { tellResult } from './tell-result.ts';
import { type ImageFormat, imageWorkload } from './workloads/image-workload.ts';

export interface ImageOptions {
  rows: number;
  peerRows: number;
  runs: number;
  /** Ids; empty: both. */
  only: string[];
  save: boolean;
}

const RACES: { id: string; title: string; target: string; format: ImageFormat }[] = [
  {
    id: 'I1',
    title: '1200 × 630, eight layers, JPEG quality 80',
    target: '≥ 1.4 times Takumi, ≥ 4 times Puppeteer, ≥ 7 times sharp + SVG, ≥ 9 times satori',
    format: 'jpg',
  },
  {
    id: 'I2',
    title: '1200 × 630, eight layers, PNG',
    target: '≥ Takumi, ≥ 10 times canvas.encode, ≥ 15 times a browser screenshot',
    format: 'png',
  },
];

export async function benchImage(options: ImageOptions): Promise<void> {
  for (const one of RACES)
    if (options.only.length === 0 || options.only.includes(one.id))
      await tellResult(await runRace(one, options), options);
}

async function runRace(
  { id, title, target, format }: (typeof RACES)[number],
  { rows, peerRows, runs }: ImageOptions,
): Promise<Finding> {
  const workload = await imageWorkload(format);
  const entered = await enterPeers(peers(format), workload.media, peerRows);
  const farm = await startRenderFarm();
  try {
    const loaded = await farm.load(workload);
    const ours = {
      ...{ name: 'rowcast', pid: farm.nodePid, rows, warmUp: 20 },
      render: (range: { first: number; count: number }) => farm.render(loaded, range),
    };
    return {
      ...{ id, title, target, notes: entered.notes, kind: 'race', unit: 'images/s', runs },
      contestants: await race([ours, ...entered.contestants], runs),
    };
  } finally {
    await Promise.all([farm.stop(), entered.close()]);
  }
}

function peers(format: ImageFormat): PeerEntry[] {
  const entry = (name: string, module: string, more: object = {}): PeerEntry => ({
    name,
    module: `image/${module}`,
    options: { format, ...more },
  });
  return [
    entry('Takumi (text sizes given)', 'takumi'),
    entry('@napi-rs/canvas', 'napi-canvas'),
    entry('Playwright, page reused', 'playwright'),
    entry('Puppeteer, pages reused', 'puppeteer'),
    ...(format === 'png' ? [entry('Puppeteer, optimizeForSpeed', 'puppeteer', { fastPng: true })] : []),
    entry('node-canvas', 'node-canvas'),
    entry('sharp + SVG text', 'sharp-svg'),
    entry('satori + resvg', 'satori-resvg'),
  ];
}
