/**
 * How much one GraphQL document may ask for. Judged before the rules of GraphQL itself, some of which take time that grows with
 * the square of a document, and on every way in: each parses and validates.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { MAX_PAGE_SIZE } from './builder.ts';

const MAX_TOKENS = 10_000;

/** Of one operation, with its fragments in place. GraphiQL reads the schema with 18 levels and some 250 fields. */
const LIMITS: Record<keyof Size, { most: number; refusal: string }> = {
  depth: { most: 20, refusal: 'nests fields deeper than 20 levels' },
  fields: { most: 1_000, refusal: 'has more than 1000 fields' },
  aliases: { most: 100, refusal: 'has more than 100 aliases' },
  directives: { most: 50, refusal: 'has more than 50 directives' },
  objects: {
    most: 25_000,
    refusal: 'may return more than 25000 objects; ask for smaller pages inside of lists',
  },
};

interface Size {
  depth: number;
  /** Fragments count, too: they cost as much to validate. */
  fields: number;
  aliases: number;
  directives: number;
  /** Members of lists that come back at most, by the page sizes that are asked for. */
  objects: number;
}

/** A list without pages, such as a template's variables. */
const USUAL_LIST_LENGTH = 10;

export function useGraphqlLimits(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source, options) => {
        try {
          return parseFn(source, { ...options, maxTokens: MAX_TOKENS });
        } catch (error) {
          // The parser calls itself for each level and runs out of stack after some thousand.
          throw error instanceof RangeError ? refused('is nested too deeply') : error;
        }
      });
    },
    onValidate({ params: { schema, documentAST }, setResult }) {
      const refusal = refusalOf(schema, documentAST);
      if (refusal !== null) setResult([refused(refusal)]);
    },
  };
}

function refused(refusal: string): GraphQLError {
  return new GraphQLError(`The document ${refusal}`, { extensions: { code: 'BAD_USER_INPUT' } });
}

function refusalOf(schema: GraphQLSchema, { definitions }: DocumentNode): string | null {
  const measure = createMeasure(schema, definitions.filter(isFragment));
  for (const definition of definitions) {
    if (!('selectionSet' in definition)) continue;
    const size = measure(definition);
    for (const [name, { most, refusal }] of Object.entries(LIMITS))
      if (size[name as keyof Size] > most) return refusal;
  }
  return null;
}

function createMeasure(schema: GraphQLSchema, fragments: FragmentDefinitionNode[]) {
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  // A fragment is measured once, however often it is used: a few lines can stand for millions of fields.
  const measured = new Map<string, Size>();
  return ofDefinition;

  function ofDefinition(definition: OperationDefinitionNode | FragmentDefinitionNode): Size {
    const type = isFragment(definition)
      ? schema.getType(definition.typeCondition.name.value)
      : schema.getRootType(definition.operation);
    const size = ofSelections(definition.selectionSet, type);
    return { ...size, directives: size.directives + (definition.directives?.length ?? 0) };
  }

  function ofFragment(name: string): Size {
    const known = measured.get(name);
    if (known) return known;
    // Stands in while its own content is looked at. A fragment that holds itself is refused by GraphQL's rules.
    measured.set(name, NOTHING);
    const fragment = byName.get(name);
    const size = fragment ? ofDefinition(fragment) : NOTHING;
    measured.set(name, size);
    return size;
  }

  function ofSelections({ selections }: SelectionSetNode, type: GraphQLNamedType | null | undefined): Size {
    const total = { ...NOTHING };
    for (const selection of selections) {
      const inner =
        selection.kind === 'Field'
          ? ofField(selection, type)
          : selection.kind === 'FragmentSpread'
            ? ofFragment(selection.name.value)
            : ofSelections(
                selection.selectionSet,
                selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type,
              );
      total.depth = Math.max(total.depth, inner.depth);
      total.fields += 1 + inner.fields;
      total.aliases += inner.aliases;
      total.directives += inner.directives + (selection.directives?.length ?? 0);
      total.objects += inner.objects;
    }
    return total;
  }

  function ofField(field: FieldNode, type: GraphQLNamedType | null | undefined): Size {
    const known =
      isObjectType(type) || isInterfaceType(type) ? type.getFields()[field.name.value] : undefined;
    const inner = field.selectionSet
      ? ofSelections(field.selectionSet, known && getNamedType(known.type))
      : NOTHING;
    return {
      ...inner,
      depth: inner.depth + 1,
      aliases: inner.aliases + (field.alias ? 1 : 0),
      objects: objectsOf(field, known, type, inner.objects),
    };
  }
}

const NOTHING: Size = { depth: 0, fields: 0, aliases: 0, directives: 0, objects: 0 };

/** The lists inside of a page are as long as the page. */
function objectsOf(
  field: FieldNode,
  known: GraphQLField<unknown, unknown> | undefined,
  parent: GraphQLNamedType | null | undefined,
  inner: number,
): number {
  if (!known || !field.selectionSet) return inner;
  if (known.args.some(({ name }) => PAGE_SIZES.includes(name))) return pageSizeOf(field) * (1 + inner);
  const isOfPage = /(Connection|Page)$/.test(parent?.name ?? '');
  return isListType(getNullableType(known.type)) && !isOfPage ? USUAL_LIST_LENGTH * (1 + inner) : inner;
}

const PAGE_SIZES = ['first', 'last', 'pageSize'];

/** Without a number in the document it can be any that is allowed. */
function pageSizeOf(field: FieldNode): number {
  const given = field.arguments?.find(({ name }) => PAGE_SIZES.includes(name.value))?.value;
  return given?.kind === 'IntValue' ? Math.min(Number(given.value), MAX_PAGE_SIZE) : MAX_PAGE_SIZE;
}

function isFragment(definition: { kind: string }): definition is FragmentDefinitionNode {
  return definition.kind === 'FragmentDefinition';
}
