import { z } from 'zod';
import { portSetting, readEnvironment } from '../runtime/environment.ts';

export interface RestFacadeEnvironment {
  GATEWAY_URL: string;
  REST_PORT: number;
  HOST: string;
}

/** Settings of a facade in a process of its own. @throws {InvalidEnvironment} */
export function readRestFacadeEnvironment(
  source: Record<string, string | undefined> = process.env,
): RestFacadeEnvironment {
  return readEnvironment(
    z.object({
      // Whoever runs facade and gateway on different machines.
      GATEWAY_URL: z
        .url({ protocol: /^https?$/ })
        .default('http://127.0.0.1:4000')
        .transform((url) => url.replace(/\/+$/, '')),
      // Whoever has something else on 4001. Not PORT: on one machine that is the gateway's.
      REST_PORT: portSetting.default(4001),
      // Whoever wants others on the network to reach it: 0.0.0.0.
      HOST: z.string().default('127.0.0.1'),
    }),
    source,
  );
}
