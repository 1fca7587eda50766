import type { z } from 'zod';
import { type Action, pathParameter } from '../action.ts';
import type { imageTemplateSchema, videoTemplateSchema } from '../bodies.ts';
import { operation } from '../gateway-client.ts';
import { BASE_PATH, type MediaKind, templatesPath } from '../media-kind.ts';
import { templateNotFound } from '../refusals.ts';
import { readTemplateType } from '../template-type.ts';

interface SchemaTemplate {
  id: string;
  name: string;
  creditsPerRow: string | null;
  variables: { name: string; exampleValue: string }[];
}

export const showTemplateSchemaOperation = operation<
  { template: SchemaTemplate | null },
  { id: string; kind: MediaKind }
>(`
  query ShowTemplateSchema($id: ID!, $kind: MediaKind!) {
    template(id: $id, kind: $kind) { id name creditsPerRow variables { name exampleValue } }
  }
`);

/** API §4.2 */
export const showTemplateSchema: Action = async (call) => {
  const kind = readTemplateType(call.request.query.type);
  const { template } = await call.ask(showTemplateSchemaOperation, {
    id: pathParameter(call, 'templateId'),
    kind,
  });
  if (!template) throw templateNotFound(kind);
  return { status: 200, body: kind === 'VIDEO' ? videoSchemaBody(template) : imageSchemaBody(template) };
};

function videoSchemaBody(template: SchemaTemplate): z.output<typeof videoTemplateSchema> {
  return {
    template_id: template.id,
    name: template.name,
    variables: variablesBody(template),
    bulk_generate: bulkGenerateBody('VIDEO', template),
  };
}

function imageSchemaBody(template: SchemaTemplate): z.output<typeof imageTemplateSchema> {
  return {
    template_id: template.id,
    name: template.name,
    type: 'IMAGE_TEMPLATE',
    variables: variablesBody(template),
    credits_per_row: template.creditsPerRow ?? '0',
    bulk_generate: bulkGenerateBody('IMAGE', template),
  };
}

function variablesBody({ variables }: SchemaTemplate) {
  return variables.map(({ name, exampleValue }) => ({ name, example_value: exampleValue }));
}

/** An example that can be sent as it is; one empty row when the template has no variables. */
function bulkGenerateBody(kind: MediaKind, { id, variables }: SchemaTemplate) {
  return {
    method: 'POST' as const,
    path: `${BASE_PATH}/${templatesPath[kind]}/${id}/bulk-generate/`,
    body: {
      rows: [Object.fromEntries(variables.map(({ name, exampleValue }) => [name, exampleValue]))],
      batch_name: 'optional string',
    },
  };
}
