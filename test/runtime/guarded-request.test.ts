import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedRequest, OutboundFailed, OutboundRefused } from '../../runtime/guarded-request.ts';
import { checkOutboundUrl } from '../../runtime/outbound-target.ts';

const limits = { maxBytes: 1_000, timeoutMs: 2_000 };
const toClose: (() => Promise<unknown>)[] = [];
let trap: { host: string; port: number; connections: number };

/** Listens where no customer's URL may lead, and counts who came. */
beforeEach(async () => {
  trap = await listen((_, response) => response.end('inside'));
});
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

describe('a guarded request', () => {
  it.each([
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://localhost.:PORT/',
    'https://127.1:PORT/',
    'https://0x7f.1:PORT/',
    'https://2130706433:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://0:PORT/',
    'https://①②⑦.⓪.⓪.①:PORT/',
    'https://[::1]:PORT/',
    'https://[::]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[::7f00:1]:PORT/',
    'https://[64:ff9b::7f00:1]:PORT/',
    'https://[2002:7f00:1::]:PORT/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://168.63.129.16/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://user:pw@example.com/',
    'https://1.1.1.1:22/',
    'https://1.1.1.1:25/',
    'https://1.1.1.1:6379/',
    'http://1.1.1.1/',
    'http://127.0.0.1:PORT/',
    'ftp://1.1.1.1/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'https:x y',
    '',
  ])('refuses %s without connecting', async (url) => {
    const target = url.replace('PORT', String(trap.port));
    const request = guarded([]);
    await expect(checkOutboundUrl({ url: target, allow: [] })).rejects.toThrow(OutboundRefused);
    await expect(request({ url: target, ...limits })).rejects.toThrow(OutboundRefused);
    expect(trap.connections).toBe(0);
  });

  it('checks the address again when a connection is made, after the name has come to lead inside', async () => {
    const answers = ['93.184.215.14', '127.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    const request = createGuardedRequest({ allow: [], resolve });
    const url = `https://flips.example:${trap.port}/`;
    await checkOutboundUrl({ url, allow: [], resolve });
    await expect(request({ url, ...limits })).rejects.toThrow('private or reserved');
    expect(trap.connections).toBe(0);
  });

  it('refuses a name that has one private address among public ones', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ];
    await expect(checkOutboundUrl({ url: 'https://both.example/', allow: [], resolve })).rejects.toThrow(
      OutboundRefused,
    );
  });

  it('reaches a listed place, also over http', async () => {
    for (const allow of [[trap.host], ['127.0.0.1/32']])
      expect(await guarded(allow)({ url: `http://${trap.host}/`, ...limits })).toMatchObject({
        status: 200,
        body: Buffer.from('inside'),
        truncated: false,
      });
  });

  it('hands a redirect back unless asked to follow', async () => {
    const hop = await listen((_, response) => response.writeHead(307, { location: '/elsewhere' }).end());
    expect(await guarded([hop.host])({ url: `http://${hop.host}/`, ...limits })).toMatchObject({
      status: 307,
    });
    expect(hop.connections).toBe(1);
  });

  it('follows redirects up to the limit and checks each target', async () => {
    const hop = await listen((request, response) => {
      const left = Number(request.url?.slice(1));
      if (request.url === '/inside') response.writeHead(302, { location: `http://${trap.host}/` }).end();
      else if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.end('arrived');
    });
    const request = guarded([hop.host]);
    const follow = (path: string) =>
      request({ url: `http://${hop.host}${path}`, ...limits, maxRedirects: 3 });
    expect(await follow('/3')).toMatchObject({ status: 200, url: `http://${hop.host}/0` });
    await expect(follow('/4')).rejects.toThrow('More than 3 redirects.');
    await expect(follow('/inside')).rejects.toThrow(OutboundRefused);
    expect(trap.connections).toBe(0);
  });

  it('cuts a body that has no end', async () => {
    const endless = await listen((_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(10_000)), 1);
      response.once('close', () => clearInterval(timer));
    });
    const answer = await guarded([endless.host])({ url: `http://${endless.host}/`, ...limits });
    expect({ size: answer.body.length, truncated: answer.truncated }).toEqual({
      size: 1_000,
      truncated: true,
    });
  });

  it('gives up in time on a server that trickles, that is silent, or that nobody runs', async () => {
    const slow = await listen((request, response) => {
      if (request.url === '/silent') return;
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const request = guarded([slow.host, '127.0.0.1:1']);
    for (const path of ['/trickle', '/silent'])
      await expect(
        request({ url: `http://${slow.host}${path}`, maxBytes: 1_000, timeoutMs: 200 }),
      ).rejects.toThrow('No complete answer within 0.2 s.');
    await expect(request({ url: 'http://127.0.0.1:1/', ...limits })).rejects.toThrow(OutboundFailed);
  });

  it('ends when the caller aborts', async () => {
    const silent = await listen(() => undefined);
    const controller = new AbortController();
    const asked = guarded([silent.host])({
      url: `http://${silent.host}/`,
      ...limits,
      signal: controller.signal,
    });
    controller.abort();
    await expect(asked).rejects.toThrow(OutboundFailed);
  });

  it('refuses an allow list with a slip', () => {
    expect(() => guarded(['10.0.0.0/99'])).toThrow('neither host:port nor a CIDR range');
  });
});

function guarded(allow: string[]) {
  const request = createGuardedRequest({ allow });
  toClose.push(() => request.close());
  return request;
}

async function listen(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const place = { host: `127.0.0.1:${port}`, port, connections: 0 };
  server.on('connection', () => {
    place.connections += 1;
  });
  toClose.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return place;
}
