/** Layers as one row shows them. */
import { DataInvalid } from '../render-failure.ts';
import { fillProperty, hasBraces, namesIn, type RowValues } from './fill-property.ts';
import { MAIN_PROPERTY, NOT_FILLED } from './layer-variables.ts';
import { type Layer, layerLabel } from './layers.ts';

export function fillLayers<L extends Layer>(
  layers: L[],
  scene: string | null,
  values: RowValues,
  parse: (input: unknown) => unknown,
): L[] {
  return layers.map((layer, index) =>
    fillLayer(layer, { scene, layer: layerLabel(layer, index) }, values, parse),
  );
}

function fillLayer<L extends Layer>(
  layer: L,
  place: { scene: string | null; layer: string },
  values: RowValues,
  parse: (input: unknown) => unknown,
): L {
  const uses = usedProperties(layer);
  const escapes = Object.entries(layer).filter(
    ([property, value]) => !uses.has(property) && hasBraces(value),
  );
  if (uses.size === 0 && escapes.length === 0) return layer;

  const filled: Record<string, unknown> = { ...layer, variable: null, bind: {} };
  for (const [property, value] of escapes) filled[property] = fillProperty(value, values);
  for (const [property, { bound, names }] of uses) {
    const value = bound
      ? bindingValue(property, filled[property], values.get(bound) ?? '')
      : fillProperty(filled[property], values);
    if (!TAKES_ANY_TEXT.has(property) && hasBraces(value))
      throw new DataInvalid({
        ...place,
        variable: names[0] ?? null,
        problem: `${property} cannot hold braces`,
      });
    // Undefined makes the schema put its default there: what a blank colour or number falls back to.
    filled[property] = value === '' && !keepsBlank(layer, property) ? undefined : value;
  }
  try {
    return parse(filled) as L;
  } catch (error) {
    throw dataInvalid(error, layer, uses, place);
  }
}

interface PropertyUse {
  /** The variable bound to the whole property, or null when placeholders stand in its text. */
  bound: string | null;
  names: string[];
}

/** Which properties of a layer take values from a row. */
export function usedProperties(layer: Layer): Map<string, PropertyUse> {
  const uses = new Map<string, PropertyUse>();
  for (const [property, value] of Object.entries(layer)) {
    if (NOT_FILLED.has(property)) continue;
    const names = namesIn(value);
    if (names.length > 0) uses.set(property, { bound: null, names });
  }
  for (const [property, name] of Object.entries(layer.bind))
    uses.set(property, { bound: name.trim(), names: [name.trim()] });
  const main = MAIN_PROPERTY[layer.type];
  if (layer.variable !== null && main)
    uses.set(main, { bound: layer.variable.trim(), names: [layer.variable.trim()] });
  return uses;
}

/** Where a value's own braces are just text. Elsewhere the schemas would take them for a placeholder of the template. */
const TAKES_ANY_TEXT: ReadonlySet<string> = new Set(['text', 'data']);

/** Numbers whose literal may be null or a word. */
const NUMBER_OR_ELSE: ReadonlySet<string> = new Set(['font_size_max', 'max_lines', 'duration']);

function bindingValue(property: string, literal: unknown, value: string): unknown {
  if (typeof literal === 'boolean') return !/^(|false|0|no|off)$/i.test(value.trim());
  const wantsNumber = typeof literal === 'number' || NUMBER_OR_ELSE.has(property);
  const number = wantsNumber && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : value;
}

function keepsBlank(layer: Layer, property: string): boolean {
  return property === MAIN_PROPERTY[layer.type];
}

function dataInvalid(
  error: unknown,
  layer: Layer,
  uses: Map<string, PropertyUse>,
  place: { scene: string | null; layer: string },
): DataInvalid {
  const issue = (error as { issues?: { path: PropertyKey[]; message: string }[] }).issues?.[0];
  const property = String(issue?.path[0] ?? MAIN_PROPERTY[layer.type] ?? 'value');
  return new DataInvalid(
    {
      ...place,
      variable: uses.get(property)?.names[0] ?? null,
      problem: `${property} ${issue?.message ?? 'is invalid'}`,
    },
    { cause: error },
  );
}

/** A blank media source or code: the layer stays in place but paints nothing. */
export function isBlankLayer(layer: Layer): boolean {
  const main = MAIN_PROPERTY[layer.type];
  return main !== null && (layer as Record<string, unknown>)[main] === '';
}
