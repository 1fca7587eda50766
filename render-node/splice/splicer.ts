/** Splicing as a slot does it, row after row: open encoders, shared spans, and when a video is better rendered whole. */
import { createHash } from 'node:crypto';
import { RenderFailure } from '../../contract/render-failure.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { EncoderName } from '../encoder/encoder-arguments.ts';
import { EncoderFailed } from '../encoder/open-encoder.ts';
import { pictureStreamArguments } from '../encoder/picture-stream-arguments.ts';
import type { Heavily, HeavyMoment } from '../heavy-work.ts';
import type { PictureSize } from '../pixels/convert-to-yuv.ts';
import type { RenderTools } from '../render-tools.ts';
import { createSizeBoundCache } from '../size-bound-cache.ts';
import type { Turn } from '../turns.ts';
import { checkSample } from './check-sample.ts';
import { explainSpans } from './explain-spans.ts';
import { createLanePool } from './lane-pool.ts';
import { createRepeats } from './repeats.ts';
import { createSpanStore } from './span-store.ts';
import type { SpliceJob } from './splice-job.ts';
import { type CarefulWork, type SplicedVideo, spliceVideo } from './splice-video.ts';
import type { StillSlices } from './still-slices.ts';
import { UnfitStream } from './unfit-stream.ts';
import { createYuvCanvas, type YuvCanvas } from './yuv-canvas.ts';

/** `row`: only within a row. `template`: rows share spans that show the same. */
export type SpliceSharing = 'row' | 'template';

export interface Splicer {
  /**
   * Null when the video is to be rendered whole; the log says why.
   * @throws {RenderFailure} as rendering it whole would.
   */
  splice(
    tools: SlotTools,
    template: VideoTemplate,
    job: SpliceJob,
  ): Promise<(SplicedVideo & { encoder: EncoderName }) | null>;
  /** A row of these settings is being prepared: its encoder starts meanwhile. */
  expect(settings: SpliceJob['settings']): void;
  close(): Promise<void>;
}

interface GrainedJob extends SpliceJob {
  grain: SpliceGrain;
  /** Of the template, in this slot. */
  rowsBefore: number;
  isLookedAt: boolean;
}

interface SlotTools extends Pick<RenderTools, 'fonts' | 'media' | 'signal' | 'threads'> {
  /** Left to the next row when all is painted and sent. */
  turn: Turn;
  /** Is told of work for rows to come, which is to be done when this one has been answered. It never fails. */
  later(work: () => Promise<void>): void;
}

/** `frames`: of a picture that is new all is encoded. `slices`: only the rows of macroblocks that change, where that can be. */
export type SpliceGrain = 'frames' | 'slices';

export interface SplicerOptions {
  sharing: SpliceSharing;
  grain: SpliceGrain;
  /** Where spans are kept; may be emptied at any time. */
  cacheFolder: string;
  /** What draws: `engineIdentity`. */
  engine: string;
  /**
   * The first two rows of a template, the first that shows what was encoded with care, and then one in so many are decoded and
   * compared with what was painted; from the third on one of the next rows instead when another slot is at such work.
   */
  checkEvery: number;
  /** So many rows earlier than its turn would be: slots check at different times. Default: 0. */
  checkAhead?: number;
  /** Default: at once, there are no other slots. */
  heavily?: Heavily;
  /** Rows of a template after which what all of them share is encoded with care. Default: 8. */
  manyRows?: number;
  log: Logger;
}

/** Each is of one span of a template, or of one height of it, and some 100 kB. */
const MOST_STILLS = 16;
/** Rows of a template in a slot, from which on time is spent on smaller files. */
const MANY_ROWS = 8;
/** All of a row's pictures are in memory at the end; a longer film is better written as it is encoded. */
const MOST_FRAMES = 36_000;

export function createSplicer(options: SplicerOptions): Splicer {
  const { sharing, grain, cacheFolder, engine, checkEvery, checkAhead = 0, log } = options;
  const { manyRows = MANY_ROWS, heavily = (work) => work({ alone: true }) } = options;
  const lanes = createLanePool();
  const store = sharing === 'template' ? createSpanStore({ folder: cacheFolder, log }) : null;
  const repeats = createRepeats();
  const stills = createSizeBoundCache<StillSlices>(MOST_STILLS, () => 1);
  /** Rows begun so far. */
  const rowsOf = new WeakMap<VideoTemplate, number>();
  /** Nothing is spliced. */
  const refused = new WeakSet<VideoTemplate>();
  /** Their next row is looked at: when it was due another slot was at it. */
  const postponed = new WeakSet<VideoTemplate>();
  /** Names of spans that were encoded for rows to come and that none has shown yet: the next row is looked at, these closely. */
  const unseen = new WeakMap<VideoTemplate, Set<string>>();
  /** Pictures are encoded whole. */
  const unsliced = new WeakSet<VideoTemplate>();
  let canvas: { size: PictureSize; fonts: string; of: YuvCanvas } | null = null;
  let nvencFailed = false;

  /** What went wrong with slices may go well with whole pictures. @param was what the row tried: another may have failed since. */
  function refuse(template: VideoTemplate, was: SpliceGrain, reason: string, facts: object = {}) {
    (was === 'slices' ? unsliced : refused).add(template);
    // The first one after it is looked at again.
    rowsOf.delete(template);
    const instead = was === 'slices' ? 'in whole pictures' : 'whole';
    log.error(
      { ...facts, template: template.name, reason },
      `videos of this template are encoded ${instead} from now on`,
    );
  }

  function grainOf(template: VideoTemplate): SpliceGrain {
    return unsliced.has(template) ? 'frames' : grain;
  }

  /** A card's encoder may run out of sessions at any row: from then on libx264 does it. */
  async function spliceOrFallBack(tools: SlotTools, job: GrainedJob) {
    const wanted = nvencFailed ? 'libx264' : job.settings.encoder;
    try {
      return await spliceWith(wanted, tools, job);
    } catch (error) {
      tools.signal.throwIfAborted();
      if (wanted === 'libx264' || !(error instanceof EncoderFailed || error instanceof UnfitStream))
        throw error;
      nvencFailed = true;
      log.warn({ err: error.cause ?? error, encoder: wanted }, 'encoder failed, using libx264 from now on');
      return spliceWith('libx264', tools, job);
    }
  }

  async function spliceWith(encoder: EncoderName, tools: SlotTools, job: GrainedJob) {
    const settings = { ...job.settings, encoder };
    await tools.turn.take();
    const coding = await lanes.beginRow(settings);
    const spliced = await spliceVideo(
      {
        ...tools,
        coding,
        heavily,
        lane: (effort) => lanes.take({ ...settings, effort }),
        restLanes: lanes.rest,
        shared: store && {
          store,
          repeats,
          stills,
          isWorthIt: job.rowsBefore > 0,
          isWorthCare: job.rowsBefore >= manyRows,
          folder: cacheFolder,
          log,
          engine: [engine, tools.fonts.identity, coding.identity, argumentsIdentity(settings)],
        },
        partLane:
          encoder === 'libx264' && job.grain === 'slices'
            ? (part) => lanes.take({ ...settings, ...part })
            : null,
        canvas: canvasOf(settings, tools.fonts.identity),
        // What is decoded and compared is painted once more.
        painted: job.isLookedAt ? () => undefined : tools.turn.leave,
      },
      { ...job, settings },
    );
    return { ...spliced, encoder };
  }

  function isDue(row: number): boolean {
    return row <= 1 || (row + checkAhead) % checkEvery === 0;
  }

  /** The first two wait for whoever is at it; of others one of the next will do. */
  function inItsTurn(
    template: VideoTemplate,
    row: number,
    check: (moment: HeavyMoment) => Promise<string | null>,
  ): Promise<string | null> {
    if (row <= 1) return heavily(check);
    const postpone = () => {
      postponed.add(template);
      return null;
    };
    return heavily(check, { busy: postpone });
  }

  /** False: the file is not what it should be, and neither will be others of the template. */
  async function isRight(
    tools: SlotTools,
    template: VideoTemplate,
    { video, output, grain: tried, rowsBefore: row, isLookedAt }: GrainedJob,
    { spans }: SplicedVideo,
  ): Promise<boolean> {
    if (row <= 1 || unseen.has(template))
      log.info(
        { template: template.name, spans: explainSpans(spans, video.timeline.fps) },
        'how videos of this template are made',
      );
    if (!isLookedAt) return true;
    const check = async ({ alone }: HeavyMoment) => {
      const isNew = (key: string | null) => key !== null && unseen.get(template)?.has(key);
      const made = spans.filter(({ encoded, key }) => encoded > 0 || isNew(key));
      unseen.delete(template);
      // Of a template's first rows only: later ones come in batches, where the last one has the node to itself, too.
      const hurry = alone && row <= 1;
      // Their memory is needed.
      if (!hurry) await lanes.rest();
      // What rows before have made was looked at then. The first one is joined in the plainest way.
      const closely = (at: number) =>
        row > 0 && made.some(({ start, frames }) => at >= start && at < start + frames);
      return checkSample(output, video, { ...tools, closely, hurry });
    };
    const problem = await inItsTurn(template, row, check);
    if (problem) refuse(template, tried, `a spliced video is not right: ${problem}`);
    return problem === null;
  }

  /** Batches come one after the other: the last size is most likely the next. Own fonts draw the same text differently. */
  function canvasOf({ width, height }: PictureSize, fonts: string): YuvCanvas {
    if (canvas?.size.width !== width || canvas.size.height !== height || canvas.fonts !== fonts)
      canvas = { size: { width, height }, fonts, of: createYuvCanvas({ width, height }) };
    return canvas.of;
  }

  /** Null when what came out is not right, or nothing did: the template is refused then. */
  async function trySplicing(tools: SlotTools, template: VideoTemplate, job: SpliceJob) {
    const rowsBefore = rowsOf.get(template) ?? 0;
    rowsOf.set(template, rowsBefore + 1);
    const grained = {
      ...{ ...job, grain: grainOf(template), rowsBefore },
      isLookedAt: postponed.delete(template) || unseen.has(template) || isDue(rowsBefore),
    };
    try {
      const spliced = await spliceOrFallBack(tools, grained);
      if (!(await isRight(tools, template, grained, spliced))) return null;
      const { careful } = spliced;
      if (careful) tools.later(() => prepareRowsToCome(tools.turn, template, careful));
      return spliced;
    } catch (error) {
      tools.signal.throwIfAborted();
      if (error instanceof RenderFailure) throw error;
      refuse(template, grained.grain, 'splicing failed', { err: error });
      return null;
    }
  }

  /** They show it as a few more kilobytes when it fails. */
  async function prepareRowsToCome(turn: Turn, template: VideoTemplate, { keys, encode }: CarefulWork) {
    await turn.take();
    try {
      await encode();
      unseen.set(template, keys);
    } catch (error) {
      log.warn({ err: error, template: template.name }, 'what all rows show could not be encoded with care');
    } finally {
      turn.leave();
    }
  }

  return {
    async splice(tools, template, job) {
      if (job.video.timeline.frames > MOST_FRAMES && !refused.has(template)) {
        refused.add(template);
        log.warn({ template: template.name }, 'its videos are too long to be held in memory: encoded whole');
      }
      while (!refused.has(template)) {
        const spliced = await trySplicing(tools, template, job);
        if (spliced) return spliced;
      }
      return null;
    },
    expect: (settings) =>
      lanes.openAhead({ ...settings, encoder: nvencFailed ? 'libx264' : settings.encoder }),
    async close() {
      await lanes.close();
      await store?.settled();
    },
  };
}

function argumentsIdentity(settings: SpliceJob['settings']): string {
  const efforts = (['live', 'quick', 'still', 'thorough', 'film', 'long film'] as const).map((effort) =>
    pictureStreamArguments({ ...settings, effort }),
  );
  return createHash('sha256').update(JSON.stringify(efforts)).digest('hex');
}
