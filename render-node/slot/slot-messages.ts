/** What a slot's process and the node's main process say to each other. */
import type { RenderWork } from '../../contract/render-work.ts';
import type { AssetRequest, FetchedAsset } from '../assets/fetch-asset.ts';
import type { RenderOutcome } from '../render-outcome.ts';

export type ToSlot =
  | { type: 'render'; work: RenderWork }
  | { type: 'fetched'; requestId: number; asset: FetchedAsset };

export type FromSlot =
  | { type: 'ready' }
  /** The row may take so long, counted from now; past it the slot is killed. */
  | { type: 'time_limit'; ms: number }
  | { type: 'fetch'; requestId: number; request: AssetRequest }
  | { type: 'done'; outcome: RenderOutcome; rssBytes: number };
