/** `npm start`: everything on one machine, in one data folder, until Ctrl-C. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { loadEnvFile } from '../runtime/env-file.ts';
import { InvalidEnvironment } from '../runtime/environment.ts';
import { openDataFolder } from './data-folder/open-data-folder.ts';
import { welcome } from './demo/welcome.ts';
import { readSettings, type Settings } from './env.ts';
import { startLocalFarm } from './local-farm.ts';
import { probePort } from './processes/free-port.ts';
import { createProcesses } from './processes/processes.ts';
import { StartProblem } from './start-problem.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { bold, dim } from './terminal/colours.ts';
import { createScreen } from './terminal/screen.ts';

const { demo, port } = readOptions();
try {
  await start();
} catch (error) {
  if (!(error instanceof StartProblem || error instanceof InvalidEnvironment)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}

async function start(): Promise<void> {
  loadEnvFile();
  const settings = readSettings({ port });
  const folder = openDataFolder(settings.dataDir);
  const screen = createScreen();
  const processes = createProcesses({ dataDir: folder.path, tell: screen.warn });
  const leave = () => {
    rmSync(join(folder.path, 'instance.json'), { force: true });
    folder.release();
  };
  const stopping = stopOnSignals({ processes, screen, leave });

  screen.line(`\n${bold('rowcast')} ${dim(`in ${folder.path}`)}\n`);
  try {
    await checkPort(settings);
    const farm = await startLocalFarm({ settings, processes, screen });
    await welcome({ settings, farm, screen, demo, stopping });
  } catch (error) {
    await processes.stopAll();
    leave();
    throw error;
  }
}

function readOptions(): { demo: boolean; port?: string } {
  return new Command('npm start --')
    .description(
      'Runs rowcast on this machine: database, message server, gateway with REST API, render node.',
    )
    .option('--port <number>', 'port of the APIs (default: 4000, or PORT)')
    .option('--no-demo', 'do not fill an empty instance with a demo workspace')
    .addHelpText(
      'after',
      `
Settings come from the environment or a file .env; .env.example shows each one. The most used:
  DATA_DIR        where everything is kept (default: .data)
  PORT, HOST      where the APIs listen (default: 4000 on 127.0.0.1)
  PUBLIC_URL      how clients reach it (default: http://localhost:PORT)
  DATABASE_URL    an own PostgreSQL instead of the embedded one
  NATS_URL        an own NATS with JetStream instead of the embedded one

Ctrl-C finishes the rows being rendered (at most 30 s) and stops everything; a second Ctrl-C stops at once.`,
    )
    .parse()
    .opts();
}

async function checkPort({ port: wanted, host }: Settings): Promise<void> {
  const trouble = await probePort(wanted, host);
  if (trouble === null) return;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${wanted} is taken by another program. Choose another one: PORT=${wanted + 1} npm start`,
    EACCES: `Port ${wanted} is reserved for the system. Choose one above 1023: PORT=4000 npm start`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one of its own, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: `HOST=${host} is not the name of an address. Set it to 127.0.0.1, or to 0.0.0.0 to be reached from outside.`,
  };
  throw new StartProblem(reasons[trouble] ?? `Port ${wanted} on ${host} cannot be listened on (${trouble}).`);
}
