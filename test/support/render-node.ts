/** The render node as it runs in production: the compiled program as a child process. */
import { entryPoint } from '../../runtime/repository-root.ts';
import { type Child, startChild } from './child-process.ts';

export interface RenderNodeOptions {
  natsUrl: string;
  /** Shared with the gateway: the object store lies in it. */
  dataDir: string;
  slots?: number;
  /** More settings, or other values for those above. */
  env?: Record<string, string>;
}

/** Starts `dist/render-node/main.js`; `kill('SIGTERM')` drains it. Needs a build (`npm run build`). */
export function startTestRenderNode({ natsUrl, dataDir, slots = 2, env = {} }: RenderNodeOptions): Child {
  return startChild(process.execPath, ['--enable-source-maps', entryPoint('render-node/main')], {
    env: {
      ...process.env,
      NATS_URL: natsUrl,
      DATA_DIR: dataDir,
      SLOTS: String(slots),
      ENCODER: 'libx264',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
}
