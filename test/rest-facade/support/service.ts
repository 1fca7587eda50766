/** One running service for a file of contract tests, which all run with the facade in both of its places. */
import { afterAll, beforeAll, describe } from 'vitest';
import { startTestGateway, type TestGateway, type TestWorkspace } from '../../support/gateway.ts';
import { type Answer, type CallOptions, call } from './call.ts';
import { type Facade, places, startFacade } from './facade.ts';

export interface Service {
  gateway: TestGateway;
  /** Where the facade answers. */
  url: string;
  /** A workspace with 100 credits. */
  workspace: TestWorkspace;
  /** A call in the name of `workspace`, unless told otherwise. */
  call(path: string, options?: Partial<CallOptions>): Promise<Answer>;
}

/** `service` may be used inside of tests and hooks. */
export function describeService(define: (service: Service) => void): void {
  const service = {} as Service;

  beforeAll(async () => {
    service.gateway = await startTestGateway();
  });

  afterAll(async () => {
    await service.gateway?.stop();
  });

  describe.each(places)('with the facade %s', (place) => {
    let facade: Facade;

    beforeAll(async () => {
      facade = await startFacade(service.gateway.url, place);
      service.url = facade.url;
      service.workspace = await service.gateway.createWorkspace({ credits: '100' });
      service.call = (path, options) => call(facade.url, path, { key: service.workspace.key, ...options });
    });

    afterAll(async () => {
      await facade?.stop();
    });

    define(service);
  });
}
