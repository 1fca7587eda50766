/** Properties of a layer by path: `color`, or a part of one such as `border.color`. */

export function readPath(layer: object, path: string): unknown {
  let value: unknown = layer;
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A copy with the property set; the parts on the way are copied too, the rest is shared. */
export function withPath(
  layer: Record<string, unknown>,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const dot = path.indexOf('.');
  if (dot < 0) return { ...layer, [path]: value };
  const key = path.slice(0, dot);
  const part = (layer[key] ?? {}) as Record<string, unknown>;
  return { ...layer, [key]: withPath(part, path.slice(dot + 1), value) };
}
