/** `npm run gateway`: GraphQL, REST facade and the farm's bookkeeping in one process. */
import { loadEnvFile } from '../runtime/env-file.ts';
import { InvalidEnvironment } from '../runtime/environment.ts';
import { createLogger } from '../runtime/logger.ts';
import { createShutdown } from '../runtime/shutdown.ts';
import { startGateway } from './app.ts';
import { readSettings } from './env.ts';

loadEnvFile();
const log = createLogger('gateway');
const shutdown = createShutdown(log);

process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

try {
  const settings = readSettings();
  const gateway = await startGateway({ settings, log });
  shutdown.onShutdown('gateway', () => gateway.stop());
} catch (error) {
  if (error instanceof InvalidEnvironment) process.stderr.write(`${error.message}\n`);
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    process.stderr.write(
      `${`Port ${process.env.PORT ?? 4000} is taken. Choose another one: PORT=4001 npm run gateway`}\n`,
    );
  else log.fatal({ err: error }, 'gateway could not start');
  process.exit(1);
}
