import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import {
  bodyTooLarge,
  bodyUndecodable,
  charsetUnsupported,
  encodingUnsupported,
  MAX_BODY_BYTES,
} from '../refusals.ts';

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The bytes of a request's body, uncompressed, as they arrive. Whatever the Content-Type says, the body is taken for
 * JSON; only another charset than UTF-8 is refused. Leaving the loop early leaves the request open for an answer.
 * @throws {RestRefusal} for an unknown encoding or charset, broken compression, or more than `maxBytes`.
 */
export async function* bodyBytes(
  request: IncomingMessage,
  maxBytes = MAX_BODY_BYTES,
): AsyncGenerator<Buffer> {
  refuseOtherCharsets(request.headers['content-type']);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding !== 'identity' && !Object.hasOwn(decoders, encoding)) throw encodingUnsupported(encoding);
  if (encoding === 'identity' && Number(request.headers['content-length']) > maxBytes)
    throw bodyTooLarge(maxBytes);

  let bytes = 0;
  for await (const chunk of encoding === 'identity' ? received(request) : decoded(request, encoding)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw bodyTooLarge(maxBytes);
    yield chunk;
  }
}

function refuseOtherCharsets(contentType = ''): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset && !['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase()))
    throw charsetUnsupported(charset);
}

function received(request: IncomingMessage): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) };
}

async function* decoded(request: IncomingMessage, encoding: string): AsyncGenerator<Buffer> {
  const decoder = decoders[encoding as keyof typeof decoders]();
  const onAbort = () => decoder.destroy(new Error('The client went away'));
  request.once('aborted', onAbort).pipe(decoder);
  try {
    yield* decoder;
  } catch (error) {
    throw request.readableAborted ? error : bodyUndecodable(encoding, { cause: error });
  } finally {
    request.off('aborted', onAbort).unpipe(decoder);
    decoder.destroy();
  }
}
