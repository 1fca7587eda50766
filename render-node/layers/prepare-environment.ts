import type { FailurePlace } from '../../contract/render-failure.ts';
import type { RenderTools } from '../render-tools.ts';
import type { Size } from './box.ts';

/** What the preparation of one layer may look at. */
export interface PrepareEnvironment extends Pick<RenderTools, 'fonts' | 'media' | 'notes'> {
  /** Size of the whole picture in pixels: what a layer's lengths refer to. */
  frame: Size;
  /** Where the layer stands, for the sentence of a failure. `variable` is the one that fills its main property. */
  place: FailurePlace;
}
