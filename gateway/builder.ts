/** The schema builder: types of every noun are declared on it in `<noun>/<noun>.graphql.ts`. */
import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { Decimal } from 'decimal.js';
import { GraphQLScalarType } from 'graphql';
import { DateTimeResolver, JSONResolver } from 'graphql-scalars';
import type { Context } from './context.ts';
import type PrismaTypes from './db/generated/pothos-types.ts';
import { getDatamodel } from './db/generated/pothos-types.ts';
import type { Refusal } from './refusal.ts';

/** Connections never return more at once, whatever is asked for. */
export const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 30;

export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    Decimal: { Input: Decimal; Output: { toFixed(): string } };
    File: { Input: File; Output: never };
  };
}>({
  plugins: [ErrorsPlugin, PrismaPlugin, RelayPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: ({ deps }) => deps.db,
    dmmf: getDatamodel(),
    defaultConnectionSize: DEFAULT_PAGE_SIZE,
    maxConnectionSize: MAX_PAGE_SIZE,
  },
  relay: { clientMutationId: 'omit', cursorType: 'String' },
  errors: { directResult: true, defaultTypes: [] },
});

builder.queryType({});
builder.mutationType({});
builder.subscriptionType({});

builder.addScalarType('DateTime', DateTimeResolver);
builder.addScalarType('JSON', JSONResolver);
builder.addScalarType(
  'Decimal',
  new GraphQLScalarType({
    name: 'Decimal',
    description: 'An exact decimal number as a string in plain notation, such as "0.00905".',
    serialize: (value) => (value as { toFixed(): string }).toFixed(),
    parseValue: (value) => new Decimal(String(value)),
  }),
);
builder.addScalarType(
  'File',
  new GraphQLScalarType({ name: 'File', description: 'A file in a multipart request.' }),
);

const RefusalInterface = builder.interfaceRef<Refusal>('Refusal').implement({
  description: 'Why a request was not carried out, in a sentence that can be shown to a person.',
  fields: (t) => ({ message: t.exposeString('message') }),
});

/** What the type of every refusal has in common: it is named like its class and says its message. */
export function refusalOf(Refused: abstract new (...given: never[]) => Refusal) {
  return {
    name: Refused.name,
    interfaces: [RefusalInterface],
    isTypeOf: (value: unknown) => value instanceof Refused,
  };
}
