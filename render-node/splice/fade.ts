/**
 * Layers that fade, without painting them again and again: whatever a layer covers, at half its opacity a pixel is half way
 * between the one without it and the one with it, in each of Y, U and V, as far as no other layer changes there.
 */

import type { PictureArea, PictureSize } from '../encoder/convert-to-yuv.ts';
import { grown, isEmptyBox, overlap } from '../layers/box.ts';
import type { Sketch, SketchedLayer } from './sketch.ts';

export interface FadingLayer {
  /** Among the picture's layers, bottom to top. */
  index: number;
  layer: SketchedLayer;
  /** Its opacity in the picture before; 0: it was not there. */
  was: number;
  /** Equal as long as all that shows in its place stays as it is. */
  key: string;
}

/** The layers whose opacity is all that differs from the picture before; null when anything else differs, or they overlap. */
export function fadingLayers(before: Sketch, now: Sketch): FadingLayer[] | null {
  if (before.scenes !== now.scenes) return null;
  const was = new Map(before.layers.map((layer) => [layer.faint, layer]));
  const stays = now.layers.filter(({ faint }) => was.has(faint));
  // One that has gone has no pixels to fade to, and layers that change places shine through differently.
  if (stays.length !== before.layers.length) return null;
  if (stays.some(({ faint }, index) => faint !== before.layers[index]!.faint)) return null;
  const fading = now.layers.flatMap((layer, index): FadingLayer[] => {
    const known = was.get(layer.faint);
    if (known?.opacity === layer.opacity) return [];
    return [{ index, layer, was: known?.opacity ?? 0, key: '' }];
  });
  for (const one of fading) {
    const others = now.layers.filter((layer) => layer !== one.layer && mayOverlap(layer, one.layer));
    if (others.some((other) => fading.some(({ layer }) => layer === other))) return null;
    one.key = [one.layer.faint, ...others.map(({ shown }) => shown)].join('\n');
  }
  return fading;
}

function mayOverlap(one: SketchedLayer, other: SketchedLayer): boolean {
  const [mine, others] = [one.bounds(), other.bounds()];
  // Two pixels have their colour in common.
  return !mine || !others || !isEmptyBox(overlap(grown(mine, 2), others));
}

/** The bytes that a layer changes in a picture, and between what. */
export interface Fade {
  places: Int32Array;
  without: Uint8Array;
  /** What full opacity adds. */
  change: Int16Array;
}

/** Where fades are measured, row after row: new memory for each would cost more than all that is written to it. */
export interface FadeRoom {
  /** All that were measured before are of no more use. */
  clear(): void;
  /** @param area all pixels that the layer can touch. */
  measure(without: Uint8Array, full: Uint8Array, size: PictureSize, area: PictureArea): Fade;
}

export function createFadeRoom(): FadeRoom {
  let room = roomFor(0);
  let used = 0;

  return {
    clear() {
      used = 0;
    },
    measure(without, full, size, area) {
      const most = used + area.width * area.height * 1.5;
      // Fades that lie in the room before keep it.
      if (room.places.length < most) [room, used] = [roomFor(most), 0];
      const { places, change } = room;
      const from = used;
      for (const plane of planes(size, area))
        for (let row = 0; row < plane.height; row++) {
          const start = plane.start + row * plane.stride;
          for (let place = start; place < start + plane.width; place++) {
            const difference = full[place]! - without[place]!;
            if (difference === 0) continue;
            places[used] = place;
            room.without[used] = without[place]!;
            change[used++] = difference;
          }
        }
      return {
        places: places.subarray(from, used),
        without: room.without.subarray(from, used),
        change: change.subarray(from, used),
      };
    },
  };
}

function roomFor(count: number): Fade {
  return { places: new Int32Array(count), without: new Uint8Array(count), change: new Int16Array(count) };
}

/** @param opacity 0–1. */
export function applyFade({ places, without, change }: Fade, opacity: number, picture: Uint8Array): void {
  const part = Math.round(opacity * ONE);
  for (let index = 0; index < places.length; index++)
    picture[places[index]!] = without[index]! + ((change[index]! * part + ONE / 2) >> SHIFT);
}

const SHIFT = 14;
const ONE = 1 << SHIFT;

/** Where an area lies in each of the planes Y, U and V. */
function planes({ width, height }: PictureSize, area: PictureArea) {
  const luma = { start: area.y * width + area.x, stride: width, width: area.width, height: area.height };
  const quarter = {
    start: width * height + (area.y * width) / 4 + area.x / 2,
    stride: width / 2,
    width: area.width / 2,
    height: area.height / 2,
  };
  return [luma, quarter, { ...quarter, start: quarter.start + (width * height) / 4 }];
}
