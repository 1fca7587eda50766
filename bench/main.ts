/** `npm run bench -- NAME`: repeatable measurements on this machine, through the product's own doors. */
import { Command } from 'commander';
import { benchApi } from './api.ts';
import { benchFarm } from './farm.ts';

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
  .option('--rows <count>', 'rows of the batch, 1 to 20000', (text) => Number.parseInt(text, 10), 20_000)
  .action(({ rows }: { rows: number }) => benchFarm({ rows }));

await program.parseAsync();
