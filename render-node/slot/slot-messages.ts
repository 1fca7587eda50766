/** What a slot's process and the node's main process say to each other. Numbers are those the main process gave the rows. */
import type { RenderWork } from '../../contract/render-work.ts';
import type { AssetRequest, FetchedAsset } from '../assets/fetch-asset.ts';
import type { RenderOutcome } from '../render-outcome.ts';

export type ToSlot =
  | { type: 'render'; row: number; work: RenderWork }
  | { type: 'fetched'; requestId: number; asset: FetchedAsset }
  /** Heavy work may be done now, or is not to be done. */
  | { type: 'heavy_turn'; requestId: number; begin: boolean; alone: boolean };

export type FromSlot =
  | { type: 'ready' }
  /** The row may take so long, counted from now; past it the slot is killed. */
  | { type: 'time_limit'; row: number; ms: number }
  | { type: 'fetch'; requestId: number; request: AssetRequest }
  /** There is work that neighbours should not do at the same time (heavy-turns.ts): now or never, or when its turn comes. */
  | { type: 'heavy_wanted'; requestId: number; orNever: boolean }
  | { type: 'heavy_over'; requestId: number }
  /** The row only waits for encoders and files: the next one may come. */
  | { type: 'painted'; row: number }
  | { type: 'answer'; row: number; outcome: RenderOutcome; rssBytes: number }
  /** What was left to do after the answer is done, too: only now the slot has room for another row. */
  | { type: 'done'; row: number };
