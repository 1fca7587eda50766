/** The facade where the contract's tests find it: in the gateway's process, or apart and in front of it over HTTP. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRestFacade } from '../../../rest-facade/app.ts';
import { createHttpGateway } from '../../../rest-facade/http-gateway.ts';
import { createLogger } from '../../../runtime/logger.ts';

export const places = ['in the gateway', 'apart'] as const;
export type Place = (typeof places)[number];

export interface Facade {
  url: string;
  stop(): Promise<void>;
}

export async function startFacade(
  gatewayUrl: string,
  place: Place,
  log = createLogger('rest-facade'),
): Promise<Facade> {
  if (place === 'in the gateway') return { url: gatewayUrl, stop: async () => undefined };
  const gateway = createHttpGateway(gatewayUrl);
  const server = createServer(createRestFacade({ ...gateway, log }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await gateway.close();
    },
  };
}
