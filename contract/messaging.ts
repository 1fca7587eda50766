/** Names on NATS. Streams and durable consumers are created by the gateway; nodes only bind to them. */
import type { MediaKind, RenderWork } from './render-work.ts';

/** Work queue of rows on their way to a node: a small, rebuildable window; PostgreSQL is the queue of record. */
export const RENDER_STREAM = 'RENDER';
export const renderSubject = (kind: MediaKind) => `render.${kind}`;
export const renderConsumer = (kind: MediaKind) => `render-${kind}`;

/** Work queue of terminal reports on their way to the gateway. */
export const REPORT_STREAM = 'REPORT';
export const REPORT_SUBJECT = 'report.render';
export const REPORT_CONSUMER = 'gateway-reports';

/** Core NATS: best effort, nothing depends on their arrival. */
export const ROW_STARTED_SUBJECT = 'node.row_started';
export const NODE_BEAT_SUBJECT = 'node.beat';
/** Between gateways: rows of this batch changed, so subscriptions read again. */
export const batchChangedSubject = (batchId: string) => `gateway.batch_changed.${batchId}`;
export const BATCH_CHANGED_WILDCARD = 'gateway.batch_changed.*';
/** To whichever gateway dispatches: rows were submitted, or room was made. It looks every second anyway. */
export const DISPATCH_WAKE_SUBJECT = 'gateway.dispatch_wake';

/** JetStream drops a message whose id it has seen in the last two minutes; a new attempt is a new id. */
export function renderMessageId(work: RenderWork): string {
  return work.purpose === 'row'
    ? `row:${work.rowId}:${work.attempt}`
    : `template_preview:${work.templateVersionId}`;
}
export const reportMessageId = (rowId: string, attempt: number) => `report:${rowId}:${attempt}`;

/** How long a node may be silent about a message before it is delivered again; nodes say `working` every third of it. */
export const ACK_WAIT_MS = 30_000;
