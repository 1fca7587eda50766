/** How the body of a submission is taken in, whatever is in it. */
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { answer, json } from '../support/call.ts';
import { describeService } from '../support/service.ts';
import { imageDocument } from '../support/templates.ts';

const MEGABYTE = 1024 * 1024;
const body = '{"rows":[{"name":"Zoë"}]}';

describeService((service) => {
  let path = '';

  beforeAll(async () => {
    const id = await service.gateway.createTemplate(service.workspace.key, imageDocument());
    path = `/image-templates/${id}/bulk-generate/`;
  });

  const send = (sent: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}) =>
    service.call(path, { method: 'POST', body: sent, headers });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/vnd.api+json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('takes the body for JSON when the Content-Type is %s', async (type) => {
    expect(await send(body, { 'content-type': type })).toMatchObject({ status: 202 });
  });

  it('takes the body for JSON when there is no Content-Type', async () => {
    expect(await send(Buffer.from(body))).toMatchObject({ status: 202 });
  });

  it.each(['latin1', 'utf-16', 'iso-8859-1'])('415: charset %s', async (charset) => {
    expect(json(await send(body, { 'content-type': `application/json; charset=${charset}` }))).toEqual(
      answer(415, { error: `The charset ${charset} is not supported: send JSON encoded as UTF-8` }),
    );
  });

  it.each([
    { encoding: 'gzip', compress: gzipSync },
    { encoding: 'deflate', compress: deflateSync },
    { encoding: 'br', compress: brotliCompressSync },
    { encoding: 'identity', compress: Buffer.from },
  ])('takes a body compressed with $encoding', async ({ encoding, compress }) => {
    expect(await send(compress(Buffer.from(body)), { 'content-encoding': encoding })).toMatchObject({
      status: 202,
    });
  });

  it('415: an encoding that there is not', async () => {
    expect(json(await send(body, { 'content-encoding': 'zip' }))).toEqual(
      answer(415, { error: 'Content-Encoding zip is not supported: use gzip, deflate, br or none' }),
    );
  });

  it.each([Buffer.from('nonsense'), gzipSync(body).subarray(0, 20)])('400: broken gzip', async (bytes) => {
    expect(json(await send(bytes, { 'content-encoding': 'gzip' }))).toEqual(
      answer(400, { error: 'The request body is not valid gzip' }),
    );
  });

  it('400: bytes that are not UTF-8', async () => {
    expect(json(await send(Buffer.from(body, 'latin1')))).toEqual(
      answer(400, { error: 'rows[0] is not valid JSON. Send one JSON object, encoded as UTF-8.' }),
    );
  });

  it('takes a byte order mark before the object', async () => {
    expect(await send(`\uFEFF${body}`)).toMatchObject({ status: 202 });
  });

  it('400: a value nested 100,000 levels deep', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

    expect(json(await send(`{"rows":[{"name":${deep}}]}`))).toEqual(
      answer(400, {
        error: 'rows[0]: "name" must be a string, a number or a boolean',
        row_index: 0,
        key: 'name',
      }),
    );
    expect(await send(deep)).toMatchObject({ status: 400 });
  });

  it('413: more than 64 MiB, said before they are sent or once they have come', async () => {
    const tooLarge = answer(413, {
      error: 'The request body exceeds the maximum of 67108864 bytes, counted uncompressed',
      max_bytes: 67_108_864,
    });
    const row = `{"name":"${'x'.repeat(10_000)}"}`;
    const rows = Buffer.from(`{"rows":[${Array.from({ length: 7_000 }, () => row).join(',')}]}`);

    expect(json(await send(rows))).toEqual(tooLarge);
    expect(json(await send(gzipSync(rows), { 'content-encoding': 'gzip' }))).toEqual(tooLarge);
  });

  it('413: a compressed bomb is not unpacked to its end', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * MEGABYTE, ' '));
    const before = process.memoryUsage().rss;

    expect(await send(bomb, { 'content-encoding': 'gzip' })).toMatchObject({ status: 413 });

    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
  });

  it('400: two million rows are refused when 20,001 have come', async () => {
    let sent = 0;
    async function* rows() {
      yield '{"rows":[{}';
      for (; sent < 200; sent++) yield ',{}'.repeat(10_000);
      yield ']}';
    }

    const given = await send(Readable.toWeb(Readable.from(rows())) as ReadableStream);

    expect(json(given)).toEqual(
      answer(400, { error: 'rows exceeds the maximum of 20000 per batch', max_rows: 20_000 }),
    );
  });

  it('503: a third large body at the same time, and room again afterwards', async () => {
    const large = `{"rows":[${Array.from({ length: 1_000 }, () => `{"name":"${'x'.repeat(9_000)}"}`).join(',')}]}`;
    // Two bodies that have grown large and do not end.
    const open = [stalled(large.slice(0, -2)), stalled(large.slice(0, -2))];
    await Promise.all(open.map(({ sent }) => sent));

    const refused = await send(large);

    expect(json(refused)).toEqual(
      answer(503, {
        error: 'Too many large requests at the same time',
        detail: 'Nothing was charged. Send this one again in a few seconds.',
      }),
    );
    expect(refused.headers.get('retry-after')).toBe('5');

    const finished = await Promise.all(open.map(({ finish }) => finish(']}')));
    expect(finished).toEqual([202, 202]);
    expect(await send(large)).toMatchObject({ status: 202 });
  });

  it('stores nothing when the client goes away in the middle', async () => {
    const before = await service.gateway.db.batch.count();
    const { sent, cut } = stalled('{"rows":[{},');
    await sent;

    cut();

    expect(await send(body)).toMatchObject({ status: 202 });
    expect(await service.gateway.db.batch.count()).toBe(before + 1);
  });

  /** A request whose body has begun and goes on when the test says so. */
  function stalled(beginning: string) {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    const head = [
      `POST /api/external/v1${path} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${service.workspace.key}`,
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    return {
      sent: new Promise<void>((resolve) => {
        // The last bytes have left for the server; a moment later it has read them.
        socket.write(`${head}\r\n\r\n${chunk(beginning)}`, () => setTimeout(resolve, 300));
      }),
      cut: () => socket.destroy(),
      finish: (end: string) =>
        new Promise<number>((resolve, reject) => {
          socket.once('data', (data) => resolve(Number(/ (\d{3}) /.exec(data.toString())?.[1])));
          socket.once('error', reject);
          socket.write(`${chunk(end)}0\r\n\r\n`);
        }).finally(() => socket.destroy()),
    };
  }
});
