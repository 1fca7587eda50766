/** What a template's rows may fill: each variable with its places and with what the author says of it. */
import type { Template } from '../../contract/template/template.ts';
import { VARIABLE_TYPES, type VariableMeta } from '../../contract/template/variable-meta.ts';
import type { VariableUse as Use } from '../../contract/template/variable-uses.ts';
import { templateVariables, variableUses } from '../../contract/template/variables.ts';
import { builder } from '../builder.ts';

interface DescribedVariable {
  name: string;
  exampleValue: string;
  meta: Partial<VariableMeta>;
  uses: Use[];
}

/** In order of first appearance. */
export function describeVariables(template: Template): DescribedVariable[] {
  const uses = variableUses(template);
  // A variable may be called `constructor`: only what the author wrote counts.
  const metas = new Map(Object.entries(template.variables_meta));
  return templateVariables(template).map((variable) => ({
    ...variable,
    meta: metas.get(variable.name) ?? {},
    uses: uses.filter(({ name }) => name === variable.name),
  }));
}

const VariableUse = builder.objectRef<Use>('VariableUse').implement({
  description: 'One place of a template that shows a variable.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Such as `scenes[0].layers[2].text`.' }),
    scene: t.exposeString('scene', { nullable: true }),
    layer: t.exposeString('layer', { nullable: true }),
  }),
});

const VariableType = builder.enumType('VariableType', {
  description: 'What a value must be; values are text all the same.',
  values: Object.fromEntries(VARIABLE_TYPES.map((type) => [type.toUpperCase(), { value: type }])),
});

export const Variable = builder.objectRef<DescribedVariable>('Variable').implement({
  description: 'A key that a row may fill.',
  fields: (t) => ({
    name: t.exposeString('name'),
    exampleValue: t.exposeString('exampleValue', { description: 'For people; never drawn for a blank.' }),
    uses: t.expose('uses', { type: [VariableUse] }),
    label: t.string({
      nullable: true,
      description: 'What forms call it instead of its name.',
      resolve: ({ meta }) => meta.label,
    }),
    description: t.string({ nullable: true, resolve: ({ meta }) => meta.description }),
    type: t.field({
      type: VariableType,
      nullable: true,
      description:
        'A value that is something else fails its row. Null when the author says nothing of the variable.',
      resolve: ({ meta }) => meta.type,
    }),
    maxLength: t.int({
      nullable: true,
      description: 'Characters as people count them; a longer value fails its row.',
      resolve: ({ meta }) => meta.max_length,
    }),
    pattern: t.string({
      nullable: true,
      description: 'A regular expression that a whole value matches, or its row fails.',
      resolve: ({ meta }) => meta.pattern,
    }),
  }),
});
