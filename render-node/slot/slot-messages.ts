/** What a slot's process and the node's main process say to each other. Numbers are those the main process gave the rows. */
import type { RenderWork } from '../../contract/render-work.ts';
import type { AssetRequest, FetchedAsset } from '../assets/fetch-asset.ts';
import type { RenderOutcome } from '../render-outcome.ts';

export type ToSlot =
  | { type: 'render'; row: number; work: RenderWork }
  | { type: 'fetched'; requestId: number; asset: FetchedAsset };

export type FromSlot =
  | { type: 'ready' }
  /** The row may take so long, counted from now; past it the slot is killed. */
  | { type: 'time_limit'; row: number; ms: number }
  | { type: 'fetch'; requestId: number; request: AssetRequest }
  /** The row only waits for encoders and files: the next one may come. */
  | { type: 'painted'; row: number }
  | { type: 'done'; row: number; outcome: RenderOutcome; rssBytes: number };
