/** Encodes what no row before has encoded of a video: paints its pictures in order and sends them the way of their span. */
import type { Picture } from '../video/events.ts';
import { createFramePainter, type FramePainter } from '../video/frame-painter.ts';
import type { VideoDescription } from './describe-video.ts';
import { encodeFilm } from './encode-film.ts';
import {
  type EncodedSpan,
  type FinishPicture,
  framesOf,
  type JoinableSpan,
  joinable,
  receiveSpan,
  type SpanEncoding,
  sendSpan,
} from './encode-span.ts';
import type { LaneCoding } from './encoder-lane.ts';
import { laneStream } from './joined-stream.ts';
import { joinNalUnits } from './nal-units.ts';
import { numberSlice } from './number-slice.ts';
import { openStrip } from './open-strip.ts';
import { openOverlaySource } from './overlay-source.ts';
import type { ParameterSets } from './parameter-sets.ts';
import { openPictureStream } from './picture-stream.ts';
import { kindOf, moves, type PlannedSpan } from './plan-spans.ts';
import type { Strip } from './plan-strip.ts';
import { sketchPicture } from './sketch.ts';
import type { SpanWay, SpliceJob, SpliceTools, WholeEffort } from './splice-job.ts';
import type { ThumbnailPainter } from './thumbnail-painter.ts';
import { createYuvPainter, type YuvPainter } from './yuv-painter.ts';

export interface WantedSpan {
  span: PlannedSpan;
  way: SpanWay;
  /** Its name among what rows share; null: it is this row's alone. */
  key: string | null;
  /** What a row before has encoded. */
  known: EncodedSpan | null;
}

interface DescribedJob extends SpliceJob {
  description: VideoDescription;
  thumbnails: ThumbnailPainter;
}

/** Key pictures come at least this often, for players to seek to. */
const KEY_EVERY_SECONDS = 4;

/** Spans are painted one after the other; the encoder is still at one while the next is painted. */
export async function encodeSpans(
  tools: SpliceTools,
  job: DescribedJob,
  wanted: WantedSpan[],
): Promise<JoinableSpan[]> {
  const { timeline } = job.video;
  const { threads, signal, shared } = tools;
  const painter = createFramePainter(
    job.video,
    { fps: timeline.fps, threads, signal },
    tools.canvas.memory(job.description),
  );
  const encoding: Promise<JoinableSpan>[] = [];
  try {
    for (const { span, way, key, known } of wanted) {
      const keeps = key && isWorthKeeping(span, { key, isKept: known !== null }, shared);
      if (known) {
        encoding.push(Promise.resolve(joinable(known)));
        continue;
      }
      const { received } = await encode(tools, job, span, way, painter);
      encoding.push(received);
      // Painting the next one may fail first; then nobody looks at this one.
      const inMemory = span.variables.length === 0;
      received.then(
        (received) => keeps && shared?.store.keep(key, encodedSpan(received, tools.coding), { inMemory }),
        () => undefined,
      );
    }
  } finally {
    await painter.close();
  }
  tools.painted();
  return Promise.all(encoding);
}

/** What takes no variable all rows show. */
function isWorthKeeping(
  span: PlannedSpan,
  shown: { key: string; isKept: boolean },
  shared: SpliceTools['shared'],
): boolean {
  return span.variables.length === 0 || shared?.repeats.note(kindOf(span), shown) === true;
}

/** Kept as its lane codes, or as a film: rows to come may put it into another stream. */
function encodedSpan(span: JoinableSpan, coding: LaneCoding): EncodedSpan {
  const stream = laneStream(coding);
  const pictures = framesOf(span).flatMap(({ picture, place }) => {
    if (!picture) return [];
    const { bytesIn, ...what } = picture;
    return [{ ...what, bytes: what.mix === null ? bytesIn(stream, place) : NOTHING }];
  });
  return { ...span, pictures };
}

const NOTHING = Buffer.alloc(0);

interface Encoding {
  received: Promise<JoinableSpan>;
}

/** Resolves when all is painted and sent. */
async function encode(
  tools: SpliceTools,
  job: DescribedJob,
  span: PlannedSpan,
  way: SpanWay,
  painter: FramePainter,
): Promise<Encoding> {
  if (way.way === 'strip') return encodeStrip(tools, job, span, way.strip, painter);
  const keep = way.way === 'whole' && tools.shared?.isWorthIt === true;
  const source = way.plan ? await openOverlaySource(tools, job, way.plan, { whole: painter, keep }) : null;
  const pictures = source?.pictures ?? createYuvPainter(painter, tools.canvas.rows());
  try {
    return way.way === 'thorough'
      ? await encodeThoroughly(tools, job, span, pictures)
      : await encodeWhole(tools, job, span, pictures, way.effort);
  } finally {
    await source?.close();
  }
}

async function encodeWhole(
  { lane, coding }: SpliceTools,
  job: DescribedJob,
  span: PlannedSpan,
  pictures: YuvPainter,
  effort: WholeEffort,
): Promise<Encoding> {
  const wanted = await lane(job.settings.encoder === 'libx264' ? effort : 'live');
  const fits = wanted.coding.sets.avcC.equals(coding.sets.avcC);
  return send(fits ? wanted : await lane('live'), pictures, numbered(coding.sets), job, span);
}

/** What all rows share is worth more time. It is encoded apart: the lane goes on with pictures that come out at once. */
async function encodeThoroughly(
  tools: SpliceTools,
  job: DescribedJob,
  span: PlannedSpan,
  pictures: YuvPainter,
): Promise<Encoding> {
  const { coding, signal, heavily, restLanes } = tools;
  const { settings, video } = job;
  if (settings.encoder === 'libx264' && moves(span)) {
    const { thumbnail, ...painting } = paintingOf(job, span, pictures);
    const film = await heavily(async () => {
      // It takes seconds, and as much memory as all lanes.
      await restLanes();
      return encodeFilm(span, { ...painting, settings, frames: video.timeline.frames, signal });
    });
    return { received: Promise.resolve(joinable({ ...film, thumbnail: thumbnail() })) };
  }
  const stream = openPictureStream({ ...settings, effort: 'thorough' }, signal);
  try {
    const sending = await send(stream, pictures, numbered(coding.sets), job, span);
    await stream.finish();
    // Not every encoder knows two efforts with one header.
    return stream.avcC?.equals(coding.sets.avcC) ? sending : encodeWhole(tools, job, span, pictures, 'live');
  } finally {
    await stream.abandon();
  }
}

function numbered(sets: ParameterSets): FinishPicture {
  return (slices, place, stream) =>
    stream.placeOnce(
      joinNalUnits(place.order === 0 ? slices : slices.map((slice) => numberSlice(slice, place, sets))),
      place,
    );
}

async function encodeStrip(
  tools: SpliceTools,
  job: DescribedJob,
  span: PlannedSpan,
  strip: Strip,
  painter: FramePainter,
): Promise<Encoding> {
  const { rows, lane, finish } = await openStrip(tools, job, span, strip, painter);
  return send(lane, createYuvPainter(painter, tools.canvas.rows(rows)), finish, job, span);
}

async function send(
  stream: SpanEncoding['stream'],
  pictures: YuvPainter,
  finish: FinishPicture,
  job: DescribedJob,
  span: PlannedSpan,
): Promise<Encoding> {
  const { thumbnail, ...painting } = paintingOf(job, span, pictures);
  const sent = await sendSpan(span, { ...painting, stream });
  return {
    received: receiveSpan(sent, finish).then((encoded) => ({ ...encoded, thumbnail: thumbnail() })),
  };
}

/** How a span's pictures are painted; the thumbnail is there when they all are. */
function paintingOf(
  { thumbnailFrame, video, description, thumbnails }: DescribedJob,
  span: PlannedSpan,
  pictures: YuvPainter,
) {
  let thumbnail: Buffer | null = null;
  const sketch = (picture: Picture) => sketchPicture(picture, video, description);
  const pass = async (picture: Picture) => {
    if (holds(picture, thumbnailFrame))
      thumbnail = await thumbnails.paint(sketch(picture), (area) => pictures.look(picture, area));
  };
  return {
    keyEvery: KEY_EVERY_SECONDS * video.timeline.fps,
    async paint(picture: Picture) {
      await pass(picture);
      return pictures.paint(picture, sketch(picture), picture.start === span.start);
    },
    pass,
    thumbnail: () => thumbnail,
  };
}

function holds({ start, frames }: Picture, frame: number): boolean {
  return frame >= start && frame < start + frames;
}
