/** Colours of the cases, as templates write them and as pixels have them. */
export type Hex = `#${string}`;

export const WHITE: Hex = '#ffffff';
export const BLACK: Hex = '#000000';
export const RED: Hex = '#e02020';
export const GREEN: Hex = '#20b040';
/** What every layer of the shared cases is painted in. */
export const BLUE: Hex = '#3c8cdc';

export function rgb(colour: Hex): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** @param share of the second one, 0–1. */
export function mixed(one: Hex, other: Hex, share: number): number[] {
  const [from, to] = [rgb(one), rgb(other)];
  return from.map((value, channel) => value + (to[channel]! - value) * share);
}
