/** Joins what an encoder makes of a strip with what lies around it. */
import { MACROBLOCK } from '../encoder/picture-stream-arguments.ts';
import type { FramePainter } from '../video/frame-painter.ts';
import type { FinishPicture } from './encode-span.ts';
import type { EncoderLane } from './encoder-lane.ts';
import { joinNalUnits } from './nal-units.ts';
import { placeSlices } from './place-slice.ts';
import type { PlannedSpan } from './plan-spans.ts';
import type { Strip } from './plan-strip.ts';
import { mostSlices } from './slice-limit.ts';
import type { SpliceJob, SpliceTools } from './splice-job.ts';
import { stillSlices } from './still-slices.ts';
import { UnfitStream } from './unfit-stream.ts';

export interface OpenStrip {
  /** What is encoded: it may begin farther left than planned. */
  rows: Strip;
  lane: EncoderLane;
  finish: FinishPicture;
}

/** Errors as in `openEncoderLane` and `placeSlice`. */
export async function openStrip(
  tools: Pick<SpliceTools, 'coding' | 'partLane' | 'shared'>,
  { settings }: Pick<SpliceJob, 'settings'>,
  span: PlannedSpan,
  strip: Strip,
  painter: FramePainter,
): Promise<OpenStrip> {
  const { coding, partLane, shared } = tools;
  if (!partLane || !shared) throw new Error('Strips are nothing to encode here');
  const { left, height, wide } = strip;
  if (wide && slicesOfPicture(strip) > mostSlices(coding.sets, settings.fps))
    return openStrip(tools, { settings }, span, wide, painter);
  const strips = () =>
    partLane({
      ...{ width: settings.width - left, height, part: left === 0 ? 'rows' : 'row ends' },
      effort: 'quick',
    });
  const still = await stillSlices(strip, {
    ...shared,
    settings,
    sets: coding.sets,
    strips,
    paint: () => painter.paint(span.pictures[0]!),
  });
  if (!still && wide) return openStrip(tools, { settings }, span, wide, painter);
  if (!still) throw new UnfitStream('it does not hold still what lies around a strip');
  const lane = await strips();
  const at = { from: lane.coding.sets, frame: settings, rows: strip };
  return {
    rows: strip,
    lane,
    finish: (picture, place, stream) =>
      Buffer.concat([
        stream.place(still.above(place), place),
        ...placeSlices(picture, { ...at, to: stream.sets, place }).flatMap((slice, row) => [
          stream.place(still.before(row, place), place),
          joinNalUnits([slice]),
        ]),
        stream.place(still.below(place), place),
      ]),
  };
}

/** Of the whole picture: two for each row of macroblocks, one above, one below. */
function slicesOfPicture({ height }: Strip): number {
  return (height / MACROBLOCK) * 2 + 2;
}
