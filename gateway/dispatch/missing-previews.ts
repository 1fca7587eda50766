import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';
import type { PrismaClient } from '../db/client.ts';
import { requestTemplatePreview } from './request-template-preview.ts';

const FIRST_PAUSE_MS = 3 * 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
const AT_ONCE = 20;

/**
 * Asks again for previews that never came: after three minutes (the queue takes the same request only once in two), then ever more
 * rarely, for a template that cannot be drawn must not keep the farm busy.
 */
export function createMissingPreviews(
  deps: { bus: MessageBus; db: PrismaClient; log: Logger },
  now: () => number = () => performance.now(),
): () => Promise<void> {
  const asked = new Map<string, { at: number; pauseMs: number }>();

  return async () => {
    if (!deps.bus.connected) return;
    const missing = await deps.db.template.findMany({
      where: { thumbnailKey: null, deletedAt: null },
      select: { id: true, currentVersionId: true },
      orderBy: { updatedAt: 'desc' },
      take: 1_000,
    });
    const versions = new Set(missing.map(({ currentVersionId }) => currentVersionId));
    for (const version of asked.keys()) if (!versions.has(version)) asked.delete(version);

    const due = missing.filter(({ currentVersionId }) => {
      const before = asked.get(currentVersionId);
      return !before || now() - before.at >= before.pauseMs;
    });
    for (const { id, currentVersionId } of due.slice(0, AT_ONCE)) {
      const pauseMs = Math.min(
        (asked.get(currentVersionId)?.pauseMs ?? FIRST_PAUSE_MS / 2) * 2,
        LONGEST_PAUSE_MS,
      );
      asked.set(currentVersionId, { at: now(), pauseMs });
      await requestTemplatePreview(deps, { templateId: id });
    }
  };
}
