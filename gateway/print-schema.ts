/** `npm run schema` writes schema.graphql; with `--check` it only says whether the file is what the code says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../runtime/repository-root.ts';
import { printedSchema } from './schema.ts';

const path = join(repositoryRoot, 'schema.graphql');
if (!process.argv.includes('--check')) {
  writeFileSync(path, printedSchema());
} else if (readFileSync(path, 'utf8') !== printedSchema()) {
  process.stderr.write(`${'schema.graphql is not what the code says. Run: npm run schema'}\n`);
  process.exit(1);
}
