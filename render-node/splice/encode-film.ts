/**
 * A moving span that all rows share, encoded once the way films are: every frame, with pictures predicted from later ones. It is
 * half as large that way. Its stream has a header of its own beside the one of all other pictures.
 */

import type { PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import type { EncodedSpan, SpanEncoding } from './encode-span.ts';
import { onlySlice } from './encoder-lane.ts';
import { filmOrder } from './film-order.ts';
import { isKeySlice, joinNalUnits } from './nal-units.ts';
import { readParameterSets } from './parameter-sets.ts';
import { openPictureStream } from './picture-stream.ts';
import type { PlannedSpan } from './plan-spans.ts';
import { UnfitStream } from './unfit-stream.ts';

/** Pixels of a whole video, up to which its films get all the time that they are worth: 18 s of 720p. */
const SHORT = 500e6;

export interface FilmEncoding extends Pick<SpanEncoding, 'keyEvery' | 'paint'> {
  settings: PictureStreamSettings;
  /** Of the whole video, so that all its films are alike. */
  frames: number;
  signal: AbortSignal;
}

/**
 * @throws {EncoderFailed}
 * @throws {UnfitStream} when the encoder makes no such film.
 */
export async function encodeFilm(
  span: PlannedSpan,
  { settings, frames, signal, keyEvery, paint }: FilmEncoding,
): Promise<Omit<EncodedSpan, 'thumbnail'>> {
  const effort = frames * settings.width * settings.height > SHORT ? 'long film' : 'film';
  const stream = openPictureStream({ ...settings, effort }, signal);
  try {
    const coded: Promise<Buffer>[] = [];
    for (const picture of span.pictures) {
      const { yuv, freeAfter } = await paint(picture);
      for (let held = 0; held < picture.frames; held++) {
        const sent = stream.encode(yuv, coded.length % keyEvery === 0);
        freeAfter(sent.taken);
        coded.push(sent.coded);
      }
    }
    await stream.finish();
    if (!stream.avcC) throw new UnfitStream('it has no header');
    const slices = (await Promise.all(coded)).map(onlySlice);
    const order = filmOrder(slices, readParameterSets(stream.avcC));
    const pictures = slices.map((slice, index) => ({
      frame: order[index]!,
      key: isKeySlice(slice),
      mix: null,
      bytes: joinNalUnits([slice]),
    }));
    if (pictures.some(({ frame, key }) => key !== (frame % keyEvery === 0)))
      throw new UnfitStream('key pictures come elsewhere than asked for');
    return { frames: span.frames, pictures, film: stream.avcC };
  } finally {
    await stream.abandon();
  }
}
