import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SetUpProblem } from './set-up-problem.mjs';
import { root } from './work-step.mjs';

const NEEDED_GB = 2;

export function checkDiskSpace() {
  for (const folder of [root, nearestExisting(resolve(root, process.env.DATA_DIR || '.data'))]) {
    const { bavail, bsize } = statfsSync(folder);
    const freeGb = (bavail * bsize) / 1e9;
    if (freeGb < NEEDED_GB)
      throw new SetUpProblem(
        `Only ${freeGb.toFixed(1)} GB are free on the disk of ${folder}; rowcast needs ${NEEDED_GB} GB. Free some space, or set DATA_DIR to a folder on a larger disk.`,
      );
  }
}

function nearestExisting(folder) {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}
