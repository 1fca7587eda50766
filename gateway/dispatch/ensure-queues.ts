import {
  ACK_WAIT_MS,
  RENDER_STREAM,
  REPORT_CONSUMER,
  REPORT_STREAM,
  REPORT_SUBJECT,
  renderConsumer,
  renderSubject,
} from '../../contract/messaging.ts';
import { mediaKindSchema } from '../../contract/render-work.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';

/** A row's values and asset references; NATS itself takes 1 MiB by default, headers included. */
export const MAX_WORK_BYTES = 1_000_000;

/** Creates the two work queues, or brings them up to date. Harmless when repeated; also heals a JetStream that was wiped. */
export async function ensureQueues({ bus }: { bus: MessageBus }): Promise<void> {
  await bus.ensureQueue({
    stream: RENDER_STREAM,
    subjects: mediaKindSchema.options.map(renderSubject),
    maxMessageBytes: MAX_WORK_BYTES,
    consumers: mediaKindSchema.options.map((kind) => ({
      name: renderConsumer(kind),
      subject: renderSubject(kind),
      maxUnacknowledged: 10_000,
      ackWaitMs: ACK_WAIT_MS,
    })),
  });
  await bus.ensureQueue({
    stream: REPORT_STREAM,
    subjects: [REPORT_SUBJECT],
    maxMessageBytes: MAX_WORK_BYTES,
    consumers: [
      { name: REPORT_CONSUMER, subject: REPORT_SUBJECT, maxUnacknowledged: 2_000, ackWaitMs: ACK_WAIT_MS },
    ],
  });
}
