import { buildSources } from './build-sources.mjs';
import { checkDiskSpace } from './check-disk-space.mjs';
import { generatePrismaClient } from './generate-prisma-client.mjs';
import { installNativeTools } from './install-native-tools.mjs';
import { installPackages } from './install-packages.mjs';
import { SetUpProblem } from './set-up-problem.mjs';

/** Tests look at videos in a browser, and with another decoder than ffmpeg's. */
const VIEWERS = [...(process.env.CHROMIUM ? [] : ['chromium']), 'openh264'];

/** What each kind of start needs. `run` is one part of a farm, whose NATS lives elsewhere; `quiet` is the admin CLI. */
const NEEDS = {
  start: { disk: true, tools: ['ffmpeg', 'nats-server'] },
  test: { disk: true, tools: ['ffmpeg', 'nats-server', ...VIEWERS] },
  run: { disk: true, tools: ['ffmpeg'] },
  quiet: { disk: false, tools: [] },
};

/**
 * Does what is missing, says a line on stderr about each thing that takes time, and is done in milliseconds when nothing
 * is missing. Stdout stays empty: it belongs to the program that runs next.
 */
export function setUp(mode) {
  try {
    const needs = NEEDS[mode];
    if (!needs)
      throw new SetUpProblem(
        `There is no set-up mode "${mode}": it is one of ${Object.keys(NEEDS).join(', ')}.`,
      );
    if (needs.disk) checkDiskSpace();
    installNativeTools(needs.tools);
    installPackages();
    generatePrismaClient();
    buildSources();
  } catch (error) {
    if (!(error instanceof SetUpProblem)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
