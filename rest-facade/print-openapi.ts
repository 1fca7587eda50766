/** `npm run openapi`: writes rest-facade/openapi.json, which is reviewed as the contract's diff. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../runtime/repository-root.ts';
import { createOpenApi } from './openapi.ts';

writeFileSync(
  join(repositoryRoot, 'rest-facade/openapi.json'),
  `${JSON.stringify(createOpenApi(), null, 2)}\n`,
);
