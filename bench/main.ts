/** `npm run bench -- NAME`: repeatable measurements on this machine, through the product's own doors. */
import { Command, InvalidArgumentError } from 'commander';
import { benchApi } from './api.ts';
import { benchFarm } from './farm.ts';
import { benchFirstRow } from './first-row.ts';
import { benchImage, type ImageOptions } from './image.ts';
import { benchSoak, type SoakOptions } from './soak.ts';
import { benchVideo, type VideoOptions } from './video.ts';

const program = new Command('npm run bench --').description(
  'Measures rowcast on this machine. Each benchmark starts its own instance in a temporary folder and removes it.',
);

program
  .command('api')
  .description('time to 202 by rows and keys, status reads per second, memory of the gateway')
  .action(() => benchApi());

program
  .command('farm')
  .description('a batch of small images from submission to the last result and its export')
  .option('--rows <count>', 'rows of the batch, 1 to 20000', count, 20_000)
  .action(({ rows }: { rows: number }) => benchFarm({ rows }));

const SAVE = ['--save', 'write the results into docs/benchmarks.md and its pictures'] as const;
const list = (text: string) => text.split(',').filter(Boolean);

program
  .command('video')
  .description(
    'V1 to V6, Y1: videos against one ffmpeg per row and Remotion, quality, many rows, the whole service, a film of 60 s',
  )
  .option('--rows <count>', 'rows of ours in each run (200), or of the batch in V5 and V6 (20000)', count)
  .option('--peer-rows <count>', 'rows of the others in each run', count, 10)
  .option('--runs <count>', 'runs, of which the median counts', count, 5)
  .option('--only <ids>', 'some of V1,V2,V3,V3b,V1-1080p,V3-1080p,V4,V5,V6,Y1', list, [])
  .option(...SAVE, false)
  .action((options: VideoOptions) => benchVideo(options));

program
  .command('image')
  .description('I1 and I2: JPEG and PNG against libraries and browsers')
  .option('--rows <count>', 'rows of ours in each run', count, 1_000)
  .option('--peer-rows <count>', 'rows of the others in each run', count, 200)
  .option('--runs <count>', 'runs, of which the median counts', count, 5)
  .option('--only <ids>', 'I1 or I2', list, [])
  .option(...SAVE, false)
  .action((options: ImageOptions) => benchImage(options));

program
  .command('first-row')
  .description('C1: time from a submission to its first finished row, cold and warm')
  .option('--runs <count>', 'instances that are started for it', count, 5)
  .option(...SAVE, false)
  .action((options: { runs: number; save: boolean }) => benchFirstRow(options));

program
  .command('soak')
  .description('S1: whether the memory of a render node grows over thousands of rows')
  .option('--videos <count>', 'films of 3 s, first', count, 10_000)
  .option('--images <count>', 'images, then', count, 20_000)
  .option(...SAVE, false)
  .action((options: SoakOptions) => benchSoak(options));

try {
  await program.parseAsync();
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exitCode = 1;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}
