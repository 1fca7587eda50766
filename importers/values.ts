/** Small values as other services write them, as our model writes them. */
import { hasPlaceholder } from '../contract/template/placeholders.ts';
import type { ImportNotes } from './import-notes.ts';
import type { Source } from './source.ts';

/** The size of a template, in pixels. */
export interface Frame {
  width: number;
  height: number;
}

/** Without the fields that are undefined: a document says only what it means. */
export function compact<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** A media address: only https is fetched here, and most servers that speak http speak it too. */
export function mediaSource(source: Source, key: string, notes: ImportNotes): string | undefined {
  const text = source.text(key);
  if (text === undefined || !text.startsWith('http://')) return text;
  notes.add(`${source.path}.${key}`, 'was http:// and is asked for by https:// now');
  return text.replace('http://', 'https://');
}

/** `"50%"` or 0.5 → 0.5 */
export function fraction(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const percent = typeof value === 'string' ? /^\s*(-?[\d.]+)\s*%\s*$/.exec(value) : null;
  if (percent) return Number(percent[1]) / 100;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : undefined;
}

/** `"90°"`, `"90deg"` or 90 → 90 */
export function degrees(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A length in pixels; undefined when it depends on a box that is not known here. */
export function pixels(value: unknown, frame: Frame): number | undefined {
  if (typeof value === 'number') return value;
  const parts = typeof value === 'string' ? /^\s*(-?[\d.]+)\s*(px|vmin|vmax|vw|vh)?\s*$/.exec(value) : null;
  if (!parts) return undefined;
  const number = Number(parts[1]);
  switch (parts[2]) {
    case 'vmin':
      return rounded((number * Math.min(frame.width, frame.height)) / 100);
    case 'vmax':
      return rounded((number * Math.max(frame.width, frame.height)) / 100);
    case 'vw':
      return rounded((number * frame.width) / 100);
    case 'vh':
      return rounded((number * frame.height) / 100);
    default:
      return number;
  }
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Video has even sides. */
export function evenSize(width: number, height: number): Frame {
  const even = (side: number) => Math.max(16, Math.round(side / 2) * 2);
  return { width: even(width), height: even(height) };
}

const RATES = [24, 25, 30, 50, 60] as const;

/** The rate that comes closest of those we have. */
export function nearestRate(source: Source, key: string, fallback: number, notes: ImportNotes): number {
  const wanted = source.number(key) ?? fallback;
  const rate = RATES.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
  if (rate !== wanted) notes.add(`${source.path ? `${source.path}.` : ''}${key}`, `${wanted} became ${rate}`);
  return rate;
}

/** CSS weights by name or number, to the nearest hundred. */
export function fontWeight(value: unknown): number | undefined {
  const named = { normal: 400, bold: 700, bolder: 800, lighter: 300 }[String(value)];
  if (named !== undefined) return named;
  const number = Number(value);
  return Number.isFinite(number) && number > 0
    ? Math.min(900, Math.max(100, Math.round(number / 100) * 100))
    : undefined;
}

const ANCHORS = [
  ['top-left', 'top', 'top-right'],
  ['left', 'center', 'right'],
  ['bottom-left', 'bottom', 'bottom-right'],
] as const;

/** The nine-point anchor nearest to these fractions of a box. */
export function anchorAt(x: number, y: number): string {
  const third = (at: number) => Math.min(2, Math.max(0, Math.round(at * 2)));
  return ANCHORS[third(y)]![third(x)]!;
}

export function textTransform(value: string | undefined): string | undefined {
  return { uppercase: 'upper', lowercase: 'lower', capitalize: 'title' }[value ?? ''];
}

/** Text values of a record, for `examples`. */
export function exampleTexts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name.trim(), String(value)]]
        : [],
    ),
  );
}

/** Sound that a row chooses belongs to a scene: variables derive from scenes alone. */
export function isVariable(value: unknown): boolean {
  return typeof value === 'string' && hasPlaceholder(value);
}

/** An entrance, an exit. */
export interface Animation {
  type: string;
  at: 'in' | 'out';
  duration?: number;
  direction?: string;
  easing?: string;
}
