/**
 * Another service's document while it is read. Every field that an importer takes is ticked off; what was never taken is
 * what was not carried over. So nothing is lost in silence, also fields that nobody here has heard of.
 */
import type { ImportNotes } from './import-notes.ts';

export interface Source {
  /** `timeline.tracks[0].clips[2]`; empty for the document itself. */
  readonly path: string;
  has(key: string): boolean;
  /** The value as it stands; undefined when there is none. */
  take(key: string): unknown;
  text(key: string): string | undefined;
  number(key: string): number | undefined;
  /** An object as a source of its own: ticked off field by field. */
  child(key: string): Source | undefined;
  children(key: string): Source[];
  /** Ticks off what needs no carrying: editors' own data, or what says the same as the default. */
  ignore(...keys: string[]): void;
  /** Says that a field was read and could not be carried over. */
  refuse(key: string, reason: string): void;
  /** Notes the whole of it once, whatever it holds. */
  leaveOut(reason: string): void;
  /** Notes each field that was never taken, here and below. */
  finish(): void;
}

/** @param path where `content` stands in its document */
export function readSource(content: Record<string, unknown>, notes: ImportNotes, path = ''): Source {
  const taken = new Set<string>();
  const below: Source[] = [];
  let leftOut = false;
  const pathOf = (key: string) => (path === '' ? key : `${path}.${key}`);
  const open = (value: Record<string, unknown>, at: string) => {
    const source = readSource(value, notes, at);
    below.push(source);
    return source;
  };
  const take = (key: string) => {
    taken.add(key);
    return Object.hasOwn(content, key) ? (content[key] ?? undefined) : undefined;
  };

  return {
    path,
    has: (key) => Object.hasOwn(content, key) && content[key] !== null,
    take,
    text(key) {
      const value = take(key);
      if (value === undefined || typeof value === 'string') return value;
      if (typeof value === 'number' || typeof value === 'boolean') return String(value);
      notes.add(pathOf(key), 'is no text');
      return undefined;
    },
    number(key) {
      const value = take(key);
      if (value === undefined || typeof value === 'number') return value;
      if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
        return Number(value);
      notes.add(pathOf(key), `is no number: ${JSON.stringify(value)}`);
      return undefined;
    },
    child(key) {
      const value = take(key);
      if (isRecord(value)) return open(value, pathOf(key));
      if (value !== undefined) notes.add(pathOf(key), 'is no object');
      return undefined;
    },
    children(key) {
      const value = take(key);
      if (value === undefined) return [];
      if (!Array.isArray(value)) {
        notes.add(pathOf(key), 'is no list');
        return [];
      }
      return value.flatMap((item, index) => {
        if (isRecord(item)) return [open(item, `${pathOf(key)}[${index}]`)];
        notes.add(`${pathOf(key)}[${index}]`, 'is no object');
        return [];
      });
    },
    ignore(...keys) {
      for (const key of keys) taken.add(key);
    },
    refuse(key, reason) {
      if (take(key) !== undefined) notes.add(pathOf(key), reason);
    },
    leaveOut(reason) {
      leftOut = true;
      notes.add(path, reason);
    },
    finish() {
      if (leftOut) return;
      for (const [key, value] of Object.entries(content))
        if (!taken.has(key) && value !== null && value !== '' && value !== false)
          notes.add(pathOf(key), 'has no equal here');
      for (const source of below) source.finish();
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
