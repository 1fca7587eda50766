import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { createOpenApi } from '../../rest-facade/openapi.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';

it('is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(createOpenApi())));

  expect(result).toMatchObject({ valid: true });
});

it('is committed as it is served (npm run openapi writes it)', () => {
  const committed = JSON.parse(readFileSync(join(repositoryRoot, 'rest-facade/openapi.json'), 'utf8'));

  expect(createOpenApi()).toEqual(committed);
});
