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
      /** Where the gateway answers; an operator who runs the two apart sets it. */
      GATEWAY_URL: z
        .url({ protocol: /^https?$/ })
        .default('http://127.0.0.1:4000')
        .transform((url) => url.replace(/\/+$/, '')),
      /** Changed where the port is taken. Not PORT: on one machine that is the gateway's. */
      REST_PORT: portSetting.default(4001),
      /** 0.0.0.0 where a load balancer or other machines must reach the facade. */
      HOST: z.string().default('127.0.0.1'),
    }),
    source,
  );
}
