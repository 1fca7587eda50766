import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenApi } from '../../rest-facade/openapi.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: unknown;
  parameters: { name: string; in: string; required?: boolean; schema: object; description?: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  security: Record<string, unknown[]>[];
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

const document: Document = JSON.parse(JSON.stringify(createOpenApi()));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const nodes = [...everyObject(document)];

it('is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(createOpenApi())));

  expect(result).toMatchObject({ valid: true });
});

it('is committed as it is served (npm run openapi writes it)', () => {
  const committed = JSON.parse(readFileSync(join(repositoryRoot, 'rest-facade/openapi.json'), 'utf8'));

  expect(createOpenApi()).toEqual(committed);
});

/** What linters of OpenAPI ask for, in so far as it helps a reader of ours. */
describe('as a document to read and to generate clients from', () => {
  it('names every operation once, and says what it is in a line and under which heading', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const headings = document.tags.map(({ name }) => name);
    expect(
      operations.filter(({ summary, tags }) => !summary || !tags.every((tag) => headings.includes(tag))),
    ).toEqual([]);
    expect(headings.filter((name) => !operations.some(({ tags }) => tags.includes(name)))).toEqual([]);
  });

  it('asks for a key everywhere', () => {
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey']);
    expect(operations.filter(({ security }) => security !== undefined)).toEqual([]);
  });

  it('describes each answer in words and by a body', () => {
    for (const { operationId, responses } of operations)
      for (const [status, { description, content }] of Object.entries(responses)) {
        const schemas = Object.values(content).map(({ schema }) => schema);
        expect([operationId, status, description.length > 5, schemas.length]).toEqual([
          operationId,
          status,
          true,
          1,
        ]);
        expect(Object.keys(schemas[0] ?? {})).not.toEqual([]);
      }
  });

  it('lists one success and every refusal that such a request can meet', () => {
    const incomplete = operations.flatMap(({ operationId, path, method, parameters, responses }) => {
      const given = Object.keys(responses);
      const wanted = [
        ...['401', '503'],
        ...(path.includes('{') ? ['404'] : []),
        ...(method === 'post' ? ['400', '413', '415'] : []),
        ...(parameters.some(({ name }) => ['page', 'type'].includes(name)) ? ['400'] : []),
      ];
      const missing = wanted.filter((status) => !given.includes(status));
      const successes = given.filter((status) => status.startsWith('2'));
      return missing.length > 0 || successes.length !== 1 ? [{ operationId, missing, successes }] : [];
    });
    expect(incomplete).toEqual([]);
  });

  it('declares the parameters of each path, each with a schema and none twice', () => {
    for (const { path, parameters, operationId } of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([operationId, ...inPath.map(({ name }) => name)]).toEqual([operationId, ...named]);
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
      expect(parameters.filter(({ schema }) => !schema)).toEqual([]);
    }
  });

  it('holds no body that nothing refers to, and refers to none that it does not hold', () => {
    const referred = new Set(nodes.flatMap((node) => (typeof node.$ref === 'string' ? [node.$ref] : [])));
    const held = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...referred].sort()).toEqual(held.sort());
  });

  it('gives examples that its own schemas accept', () => {
    const examples = nodes.filter((node) => 'example' in node);
    expect(examples.length).toBeGreaterThan(0);
    for (const { example, ...schema } of examples)
      expect([example, z.fromJSONSchema(schema as never).safeParse(example).success]).toEqual([
        example,
        true,
      ]);
  });
});

function* everyObject(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* everyObject(child);
}
