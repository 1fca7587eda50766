/** Differences from how the template puts a layer. Plain data: looks that are equal by value show the same pixels. */
export interface LayerLook {
  /** Pixels to the right and down. */
  dx?: number;
  dy?: number;
  /** A factor around the middle of its box. */
  scale?: number;
  /** Degrees, clockwise around that middle, besides its own rotation. */
  turn?: number;
  /** Only part of it shows. */
  reveals?: Reveal[];
  /** Properties with other values than the template's: the layer is prepared anew for them. */
  as?: LayerChange;
  /** Of a caption: the word that is being said, counted from 0. */
  word?: number;
}

export type Reveal =
  /** From one share of its box to another, 0–1 along the direction. */
  | { part: 'box'; direction: Direction; from: number; to: number }
  /** So many of its characters. */
  | { part: 'letters'; shown: number }
  /** Words or lines, one after the other: the share of the way of them all, 0–1. */
  | { part: 'words' | 'lines'; share: number; direction: Direction };

export type Direction = 'left' | 'right' | 'up' | 'down';

export interface LayerChange {
  width?: number;
  height?: number;
  /** A shape's fill, a text's colour. */
  fill?: string;
  text?: string;
  /** The factor of an image's zoom. */
  zoom?: number;
}
