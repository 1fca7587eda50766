/** Videos: V1 to V6, Y1 and what is near them (docs/benchmarks.md), each against its peers in the same run. */
import { endToEnd } from './end-to-end.ts';
import { enterPeers } from './peer.ts';
import { type Contestant, race } from './race.ts';
import { type RenderFarm, startRenderFarm } from './render-farm.ts';
import type { Finding } from './result.ts';
import { measureScaling } from './scaling.ts';
import { tellResult } from './tell-result.ts';
import { measureQuality } from './video-quality.ts';
import { filmWorkload } from './workloads/film-workload.ts';
import { type VideoVariant, videoWorkload } from './workloads/video-workload.ts';
import { workloadMedia } from './workloads/workload-media.ts';
import { measureYardstick } from './yardstick.ts';

export interface VideoOptions {
  /** In each run of ours; of the batch where rows are what is looked at. */
  rows?: number;
  /** In each run of the others, which are slower. */
  peerRows: number;
  runs: number;
  /** Ids; empty: all. */
  only: string[];
  save: boolean;
}

interface Race {
  id: string;
  title: string;
  target: string | null;
  variant: VideoVariant;
  peers: (keyof typeof PEERS)[];
  /** Other settings of ours that are looked at besides. */
  settings?: Record<string, string>[];
}

const PEERS = {
  'one ffmpeg per row, canvas PNG overlays': 'video/one-ffmpeg-per-row',
  'Remotion 4.0.529': 'video/remotion',
} as const;
const ONE_FFMPEG = 'one ffmpeg per row, canvas PNG overlays';
const REMOTION = 'Remotion 4.0.529';

const HD: VideoVariant = { scale: 1, caption: 'static' };
const RACES: Race[] = [
  {
    id: 'V1',
    title: '12 s, 1280 × 720, two personal scenes of four',
    target: '≥ 45 times one ffmpeg per row, ≥ 100 times with slice splice',
    variant: HD,
    peers: [ONE_FFMPEG],
    settings: [{ SPLICE: 'frames' }, { SHARING: 'row' }, { SHARING: 'none' }],
  },
  {
    id: 'V2',
    title: 'the same against Remotion, browser and bundle reused',
    target: '≥ 400 times Remotion, ≥ 800 times with slice splice',
    variant: HD,
    peers: [REMOTION],
  },
  {
    id: 'V3',
    title: 'a personal caption over the moving clip besides, 3 s of 12 s',
    target: '≥ 4 times one ffmpeg per row',
    variant: { scale: 1, caption: 'variable' },
    peers: [ONE_FFMPEG],
  },
  {
    id: 'V3b',
    title: 'a personal caption over a clip that moves all of the 12 s',
    target: null,
    variant: { scale: 1, caption: 'whole' },
    peers: [ONE_FFMPEG],
  },
  {
    id: 'V1-1080p',
    title: 'V1 in 1920 × 1080',
    target: null,
    variant: { scale: 1.5, caption: 'static' },
    peers: [ONE_FFMPEG],
  },
  {
    id: 'V3-1080p',
    title: 'V3 in 1920 × 1080',
    target: null,
    variant: { scale: 1.5, caption: 'variable' },
    peers: [ONE_FFMPEG],
  },
];

const IDS = [...RACES.map(({ id }) => id), 'V4', 'V5', 'V6', 'Y1'];

export async function benchVideo(options: VideoOptions): Promise<void> {
  const wanted = (id: string) => options.only.length === 0 || options.only.includes(id);
  const unknown = options.only.filter((id) => !IDS.includes(id));
  if (unknown.length > 0)
    throw new Error(`There is no video benchmark ${unknown.join(', ')}: they are ${IDS.join(', ')}.`);
  for (const one of RACES) if (wanted(one.id)) await tellResult(await runRace(one, options), options);
  if (wanted('V4')) await tellResult(await measureQuality(await videoWorkload(HD)), options);
  if (wanted('V5'))
    for (const finding of await measureScaling(await videoWorkload(HD), options.rows ?? 20_000))
      await tellResult(finding, options);
  if (wanted('V6'))
    await tellResult(await endToEnd(await videoWorkload(HD), options.rows ?? 20_000), options);
  if (wanted('Y1')) await tellResult(await measureYardstick(await filmWorkload()), options);
}

async function runRace(
  { id, title, target, variant, peers, settings = [] }: Race,
  { rows = 200, peerRows, runs }: VideoOptions,
): Promise<Finding> {
  const media = await workloadMedia(variant.scale);
  const entries = peers.map((name) => ({ name, module: PEERS[name], options: variant }));
  const farms: RenderFarm[] = [];
  const entered = await enterPeers(entries, media, peerRows);
  try {
    const ours: Contestant[] = [];
    for (const setting of [{}, ...settings]) {
      const farm = await startRenderFarm(setting);
      farms.push(farm);
      const loaded = await farm.load(await videoWorkload(variant));
      ours.push({
        name: ['rowcast', ...Object.entries(setting).map((pair) => pair.join('='))].join(', '),
        pid: farm.nodePid,
        rows: setting.SHARING ? Math.min(rows, peerRows) : rows,
        // As many as it takes each slot to prepare what rows share.
        warmUp: setting.SHARING ? 4 : 24,
        render: (range) => farm.render(loaded, range),
      });
    }
    return {
      ...{ id, title, target, notes: entered.notes, kind: 'race', unit: 'videos/min', runs },
      contestants: await race([...ours, ...entered.contestants], runs),
    };
  } finally {
    await Promise.all([...farms.map((farm) => farm.stop()), entered.close()]);
  }
}
