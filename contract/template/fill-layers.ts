/** Layers as one row shows them. */
import { z } from 'zod';
import { DataInvalid } from '../render-failure.ts';
import { escapeAccents } from './accent-markup.ts';
import { evaluateCondition, isTruthy } from './condition.ts';
import { fillFor, fillProperty, hasBraces, namesIn, type RowValues } from './fill-property.ts';
import { innerLabel, MAIN_PROPERTY, NOT_FILLED } from './layer-variables.ts';
import { type Layer, type LayerOf, layerLabel, stillLayerSchema } from './layers.ts';
import { readPath, withPath } from './property-path.ts';
import { schemaFaults } from './schema-faults.ts';
import type { Template } from './template.ts';

export function fillLayers<L extends Layer>(
  layers: L[],
  scene: string | null,
  values: RowValues,
  surroundings: Surroundings,
): L[] {
  return layers.map((layer, index) =>
    fillLayer(layer, { scene, layer: layerLabel(layer, index) }, values, surroundings),
  );
}

interface Surroundings {
  /** Reads a layer of the list anew. */
  parse(input: unknown): unknown;
  /** Of the template. */
  direction: Template['direction'];
}

interface Place {
  scene: string | null;
  layer: string;
}

function fillLayer<L extends Layer>(
  layer: L,
  place: Place,
  values: RowValues,
  surroundings: Surroundings,
): L {
  // What is hidden cannot be wrong.
  if (!isVisible(layer, place, values)) return { ...layer, visible: false, variable: null, bind: {} };
  if (layer.type === 'group') return fillGroup(layer, place, values, surroundings) as L;
  return withDirection(fillProperties(layer, place, values, surroundings.parse), surroundings);
}

/** A text that leaves it open runs as the template says. */
function withDirection<L extends Layer>(layer: L, { direction }: Surroundings): L {
  const isOpen = (layer.type === 'text' || layer.type === 'caption') && layer.direction === null;
  return isOpen ? { ...layer, direction } : layer;
}

function isVisible({ visible, bind }: Layer, place: Place, values: RowValues): boolean {
  if (Object.hasOwn(bind, 'visible')) return isTruthy(values.get(bind.visible!.trim()) ?? '');
  return typeof visible === 'string'
    ? fillFor({ ...place, property: 'visible' }, visible, values, evaluateCondition)
    : visible;
}

/** A group that is parsed anew would parse its layers, too: they are filled apart. */
function fillGroup(
  group: LayerOf<'group'>,
  place: Place,
  values: RowValues,
  { parse, direction }: Surroundings,
): LayerOf<'group'> {
  const layers = group.layers.map((layer, index) => {
    const label = innerLabel(place.layer, layerLabel(layer, index));
    return fillLayer(layer, { ...place, layer: label }, values, { parse: stillLayerSchema.parse, direction });
  });
  const filled = fillProperties({ ...group, layers: [] }, place, values, parse);
  return { ...filled, layers };
}

function fillProperties<L extends Layer>(
  layer: L,
  place: Place,
  values: RowValues,
  parse: (input: unknown) => unknown,
): L {
  const uses = ownUses(layer);
  const escapes = Object.entries(layer).filter(
    ([property, value]) => !uses.has(property) && !NOT_FILLED.has(property) && hasBraces(value),
  );
  if (uses.size === 0 && escapes.length === 0) return layer;

  let filled: Record<string, unknown> = { ...layer, variable: null, bind: {} };
  for (const [property, value] of escapes) filled[property] = fillFor({ ...place, property }, value, values);
  for (const [property, use] of uses) {
    const value = isAccented(layer, property)
      ? accentedValue(property, readPath(filled, property), use, values, place)
      : filledValue(property, readPath(filled, property), use, values, place);
    if (!TAKES_ANY_TEXT.has(property) && hasBraces(value))
      throw new DataInvalid({
        ...place,
        variable: use.names[0] ?? null,
        problem: `${property} cannot hold braces`,
      });
    // Undefined makes the schema put its default there: what a blank colour or number falls back to.
    filled = withPath(filled, property, value === '' && !keepsBlank(layer, property) ? undefined : value);
  }
  try {
    return parse(filled) as L;
  } catch (error) {
    throw dataInvalid(error, uses, place);
  }
}

interface PropertyUse {
  /** The variable bound to the whole property, or null when placeholders stand in its text. */
  bound: string | null;
  names: string[];
}

/**
 * Which properties of a layer take values from a row; parts by their path, such as `border.color`. What the layers of a
 * group take stands under `layers`.
 */
export function usedProperties(layer: Layer): Map<string, PropertyUse> {
  const uses = ownUses(layer);
  if (layer.type !== 'group') return uses;
  const names = layer.layers.flatMap((inner) =>
    [...usedProperties(inner).values()].flatMap((use) => use.names),
  );
  if (names.length > 0) uses.set('layers', { bound: null, names: [...new Set(names)] });
  return uses;
}

/**
 * The variables that a layer's look depends on, each once: its own, and those of the layer it is placed after.
 * @param siblings the layers of its list
 */
export function variablesOf(layer: Layer, siblings: Layer[]): string[] {
  const names = new Set<string>();
  const seen = new Set<Layer>();
  for (let next: Layer | undefined = layer; next && !seen.has(next); ) {
    seen.add(next);
    for (const use of usedProperties(next).values()) for (const name of use.names) names.add(name);
    const target: string | undefined = next.place_after?.layer;
    next =
      target === undefined ? undefined : siblings.find(({ id, name }) => id === target || name === target);
  }
  return [...names];
}

function ownUses(layer: Layer): Map<string, PropertyUse> {
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
const TAKES_ANY_TEXT: ReadonlySet<string> = new Set(['text', 'data', 'cues']);

function filledValue(
  property: string,
  literal: unknown,
  { bound }: PropertyUse,
  values: RowValues,
  place: Place,
): unknown {
  // One that is hidden does not come here.
  if (property === 'visible') return true;
  if (bound !== null) return bindingValue(property, literal, values.get(bound) ?? '');
  return fillFor({ ...place, property }, literal, values);
}

function isAccented(layer: Layer, property: string): boolean {
  if (layer.type === 'text') return property === 'text' && layer.accent !== null;
  return layer.type === 'caption' && property === 'cues' && layer.accent !== null;
}

/** Only the template's own asterisks mark an accent; a row's are printed. */
function accentedValue(
  property: string,
  literal: unknown,
  { bound }: PropertyUse,
  values: RowValues,
  place: Place,
): unknown {
  if (bound !== null) return escapeAccents(values.get(bound) ?? '');
  return fillFor({ ...place, property }, literal, values, (value, row) =>
    fillProperty(value, row, escapeAccents),
  );
}

/** Numbers whose literal may be null or a word. */
const NUMBER_OR_ELSE: ReadonlySet<string> = new Set(['font_size_max', 'max_lines', 'duration']);

function bindingValue(property: string, literal: unknown, value: string): unknown {
  if (typeof literal === 'boolean') return isTruthy(value);
  const wantsNumber = typeof literal === 'number' || NUMBER_OR_ELSE.has(property);
  const number = wantsNumber && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : value;
}

function keepsBlank(layer: Layer, property: string): boolean {
  return property === MAIN_PROPERTY[layer.type];
}

function dataInvalid(error: unknown, uses: Map<string, PropertyUse>, place: Place): unknown {
  if (!(error instanceof z.ZodError)) return error;
  const { path, message } = schemaFaults(error)[0]!;
  const property = [path, path.split(/[.[]/)[0]!].find((name) => uses.has(name)) ?? path;
  const variable = uses.get(property)?.names[0] ?? null;
  return new DataInvalid({ ...place, variable, problem: `${property} ${message}` }, { cause: error });
}

/** A blank media source or code: the layer stays in place but paints nothing. */
export function isBlankLayer(layer: Layer): boolean {
  const main = MAIN_PROPERTY[layer.type];
  if (layer.type === 'caption' && layer.cues.length > 0) return false;
  return main !== null && (layer as Record<string, unknown>)[main] === '';
}
