import type { IncomingMessage } from 'node:http';
import { type BatchBody, createBatchBodyParser } from './batch-body-parser.ts';
import { bodyBytes } from './body-bytes.ts';
import type { LargeBodies } from './large-bodies.ts';

/**
 * Reads the body of a submission and passes it to `use`; a large body keeps its place until `use` has ended, because its
 * rows stay in memory that long.
 * @throws {RestRefusal} 400, 413, 415 or 503
 */
export async function withBatchBody<Result>(
  request: IncomingMessage,
  largeBodies: LargeBodies,
  use: (body: BatchBody) => Promise<Result>,
): Promise<Result> {
  const place = largeBodies.place();
  const parser = createBatchBodyParser();
  let bytes = 0;
  try {
    for await (const chunk of bodyBytes(request)) {
      bytes += chunk.length;
      place.grownTo(bytes);
      parser.write(chunk);
    }
    return await use(parser.end());
  } finally {
    place.leave();
  }
}
