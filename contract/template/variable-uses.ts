/** Where names stand in a template. */
import { placeholderNames } from './placeholders.ts';

export interface VariableUse {
  name: string;
  /** Where: `layers[2].text`, `scenes[0].layers[1].src`. */
  path: string;
  /** Label of the scene, null in image templates. */
  scene: string | null;
  /** Label of the layer, null for a scene's own background. */
  layer: string | null;
  example: string;
}

/** A variable may be called `constructor`: only what the author wrote counts. */
export function exampleOf(examples: Record<string, string>, name: string): string {
  return Object.hasOwn(examples, name) ? (examples[name] ?? '') : '';
}

export function placeholderUses(value: unknown, path: string): { name: string; path: string }[] {
  if (typeof value === 'string') return placeholderNames(value).map((name) => ({ name, path }));
  if (Array.isArray(value)) return value.flatMap((item, index) => placeholderUses(item, `${path}[${index}]`));
  if (value && typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => placeholderUses(item, `${path}.${key}`));
  return [];
}
