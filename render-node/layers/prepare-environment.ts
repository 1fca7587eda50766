import type { FailurePlace } from '../../contract/render-failure.ts';
import type { RenderTools } from '../render-tools.ts';
import type { Box, Size } from './box.ts';

/** What the preparation of one layer may look at. */
export interface PrepareEnvironment extends Pick<RenderTools, 'fonts' | 'media' | 'notes'> {
  /** Size of the whole picture in pixels: what `vmin` and the like refer to. */
  frame: Size;
  /** Where the layer stands, for the sentence of a failure. `variable` is the one that fills its main property. */
  place: LayerPlace;
  /** What the layer stands in; the frame unless it is in a group. */
  parent?: Box;
  /** What can be seen, in the layer's coordinates; the frame unless it is in a group. */
  window?: Box;
  /** Pixels of the output to a pixel of the template; 1 unless the output is scaled. */
  detail?: number;
  /** Between the pixels of a picture; high unless it moves all the time. */
  smoothing?: 'high' | 'low';
  /** Finds a layer of the same list that this one is placed after. */
  target?: (name: string) => Promise<FollowTarget | null>;
}

/** A layer as failures call it. */
export interface LayerPlace extends FailurePlace {
  /** The first variable of each property that takes any. */
  variables?: Record<string, string>;
  /** Of a group: its layers in order. */
  inner?: LayerPlace[];
}

/** What `place_after` goes by. */
export interface FollowTarget {
  /** What the layer shows, before rotation; where it would stand when it shows nothing. */
  box: Box;
  /** It shows nothing: the one after it takes its place. */
  blank: boolean;
}
