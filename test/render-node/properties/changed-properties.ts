/** The properties, by the paths that `modelProperties` gives them, in which two template documents differ. */
export function changedProperties(before: object, after: object): Set<string> {
  const [one, other] = [saidIn(before), saidIn(after)];
  const paths = [...one.keys(), ...other.keys()];
  return new Set(paths.filter((path) => one.get(path)?.join() !== other.get(path)?.join()));
}

/** What a document says of each property, from its beginning to its end. */
function saidIn(document: object): Map<string, string[]> {
  const said = new Map<string, string[]>();

  function walk(value: unknown, path: string): void {
    if (isObjects(value)) for (const item of value) walk(item, nameOf(item, path));
    else if (isObject(value) && !LEAVES.test(path))
      for (const [name, part] of partsOf(value, path)) walk(part, `${path}.${name}`);
    else said.set(path, [...(said.get(path) ?? []), JSON.stringify(value)]);
  }

  const kind = 'kind' in document ? document.kind : '';
  for (const [name, value] of Object.entries(document))
    for (const owner of ['template', `${kind}_template`])
      walk(value, name === 'soundtrack' ? name : `${owner}.${name}`);
  return said;
}

/** Records whose names are the author's. */
const LEAVES = /\.(bind|examples)$/;

function partsOf(value: object, path: string): [string, unknown][] {
  const isRecord = path.endsWith('.variables_meta');
  return isRecord ? Object.values(value).flatMap((member) => Object.entries(member)) : Object.entries(value);
}

function nameOf(item: object, path: string): string {
  if (path.endsWith('.layers')) return 'type' in item ? String(item.type) : path;
  return path.endsWith('_template.scenes') ? 'scene' : path;
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function isObjects(value: unknown): value is object[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
