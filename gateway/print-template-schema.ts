/** `npm run template-schema` writes docs/template.schema.json; with `--check` it only says whether the file is what the code says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateJsonSchema } from '../contract/template/template-json-schema.ts';
import { repositoryRoot } from '../runtime/repository-root.ts';

const path = join(repositoryRoot, 'docs', 'template.schema.json');
const printed = `${JSON.stringify(templateJsonSchema(), null, 1)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(path, printed);
} else if (readFileSync(path, 'utf8') !== printed) {
  process.stderr.write('docs/template.schema.json is not what the code says. Run: npm run template-schema\n');
  process.exit(1);
}
