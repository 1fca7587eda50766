/** One property's value with a row's values in the places of its placeholders. */
import { DataInvalid, type FailurePlace } from '../render-failure.ts';
import { FilterFailure } from './filters.ts';
import { fillPlaceholders, placeholderNames, solePlaceholder } from './placeholders.ts';

export type RowValues = ReadonlyMap<string, string>;

/**
 * Fills one property of a scene or layer.
 * @param fill how; by default every placeholder in it is replaced.
 * @throws {DataInvalid} when a filter cannot take a value, naming the place.
 */
export function fillFor<V, T = unknown>(
  { property, ...place }: Pick<FailurePlace, 'scene' | 'layer'> & { property: string },
  value: V,
  values: RowValues,
  fill: (value: V, values: RowValues) => T = (value, row) => fillProperty(value, row) as T,
): T {
  try {
    return fill(value, values);
  } catch (error) {
    if (!(error instanceof FilterFailure)) throw error;
    const { variable, message } = error;
    throw new DataInvalid({ ...place, variable, problem: `${property}: ${message}` }, { cause: error });
  }
}

/**
 * @param write how a row's value is written where its placeholder stood.
 * @throws {FilterFailure} when a filter cannot take a value.
 */
export function fillProperty(
  value: unknown,
  values: RowValues,
  write: (value: string) => string = (plain) => plain,
): unknown {
  if (typeof value === 'string') {
    const sole = solePlaceholder(value);
    return sole === null ? fillPlaceholders(value, values, write) : write(values.get(sole) ?? '');
  }
  if (Array.isArray(value)) return fillList(value, values, write);
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, blankToDefault(fillProperty(item, values, write))]),
    );
  return value;
}

/** A blank entry of a list, such as a font family, is left out; a list of blanks only is blank itself. */
function fillList(list: unknown[], values: RowValues, write: (value: string) => string): unknown {
  const filled = list.map((item) => fillProperty(item, values, write)).filter((item) => item !== '');
  return list.length > 0 && filled.length === 0 ? '' : filled;
}

function blankToDefault(value: unknown): unknown {
  return value === '' ? undefined : value;
}

/** Braces left in a value, be they a placeholder's or a row's own. */
export function hasBraces(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{{');
  return value !== null && typeof value === 'object' && Object.values(value).some(hasBraces);
}

/** Names used anywhere inside one property's value. */
export function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return placeholderNames(value);
  if (value && typeof value === 'object') return Object.values(value).flatMap(namesIn);
  return [];
}
