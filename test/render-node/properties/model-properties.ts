/** Every property of the template model, walked from the JSON Schema that editors get. */
import { templateJsonSchema } from '../../../contract/template/template-json-schema.ts';

/** The part of JSON Schema that our model comes out as. */
interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
}

/**
 * Each by its path, such as `text.stroke.width`, and every word that it may be, such as `text.align=center`. Layers begin
 * with their type, in a picture and in a scene alike. What both kinds of template have alike begins with `template`.
 */
export function modelProperties(): string[] {
  const root = templateJsonSchema() as Schema;
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : resolve(root.$defs![schema.$ref.split('/').at(-1)!]!);
  const found = new Set<string>();
  const walkedLayers = new Set<Schema>();

  function walk(schema: Schema, path: string): void {
    const { anyOf, oneOf, type, properties, additionalProperties, items, ...words } = resolve(schema);
    if (anyOf ?? oneOf) for (const variant of (anyOf ?? oneOf)!) walk(variant, path);
    else if (words.enum) for (const word of words.enum) found.add(`${path}=${word}`);
    else if (words.const !== undefined) found.add(`${path}=${words.const}`);
    else if (properties) walkObject(resolve(schema), path);
    else if (items && holdsObjects(items)) walk(items, path);
    else if (typeof additionalProperties === 'object' && holdsObjects(additionalProperties))
      walk(additionalProperties, path);
    else if (type !== 'null') found.add(path);
  }

  function walkObject(schema: Schema, path: string): void {
    const isLayer = path.endsWith('.layers');
    if (isLayer && walkedLayers.has(schema)) return;
    if (isLayer) walkedLayers.add(schema);
    const { type, ...others } = schema.properties!;
    const name = isLayer ? String(resolve(type!).const) : (OWN_NAMES[path] ?? path);
    for (const [property, value] of Object.entries(isLayer ? others : schema.properties!))
      walk(value, `${name}.${property}`);
  }

  function holdsObjects(schema: Schema): boolean {
    const { anyOf, oneOf, properties } = resolve(schema);
    return properties !== undefined || (anyOf ?? oneOf ?? []).some(holdsObjects);
  }

  const kinds = root.oneOf!.map(resolve);
  const shared = sharedProperties(kinds);
  for (const { properties } of kinds)
    for (const [name, value] of Object.entries(properties!)) {
      const owner = shared.has(name) ? 'template' : `${properties!.kind!.const}_template`;
      if (name !== 'kind') walk(value, `${owner}.${name}`);
    }
  return [...found].sort();
}

/** Parts of a template that have a name of their own. */
const OWN_NAMES: Record<string, string> = {
  'video_template.scenes': 'scene',
  'video_template.soundtrack': 'soundtrack',
};

function sharedProperties(kinds: Schema[]): Set<string> {
  const [one, other] = kinds.map(({ properties }) => properties!);
  return new Set(
    Object.keys(one!).filter((name) => JSON.stringify(one![name]) === JSON.stringify(other![name])),
  );
}
