/**
 * Loaded before a program of ours that is looked at. When it gets the signal SIGUSR2 it collects its garbage, looks at its own
 * memory at once, before there is any again, and writes what it has allocated, in kB, into a file with its number.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { allocatedKilobytes } from './process-tree.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const folder = process.env.MEMORY_LOOKS ?? '';

process.on('SIGUSR2', async () => {
  // What lies outside V8's heap goes back when the event loop turns, and lets go of more.
  for (let time = 0; time < 2; time++) {
    collect();
    await eventLoopTurn();
    await eventLoopTurn();
  }
  writeFileSync(join(folder, String(process.pid)), String(await allocatedKilobytes('self')));
});
