/**
 * `{{name}}` in a template's text: a row's value takes its place. Inner spaces are allowed, names are case-sensitive
 * and may be any text without braces or `|` (CSV headers such as `First Name` work). Filters follow after a bar:
 * `{{name|upper}}`. `\{{` prints braces. A row's value is inserted as it is and never scanned again.
 */
import { applyFilters, type Filter, filterFault, readFilter } from './filters.ts';

const PLACEHOLDER = /\\\{\{|\{\{([^{}]*)\}\}/g;

/** Names in order of first appearance, each once. */
export function placeholderNames(text: string): string[] {
  return [...new Set(readPlaceholders(text).map(({ name }) => name))];
}

export function hasPlaceholder(text: string): boolean {
  return text.includes('{{') && readPlaceholders(text).length > 0;
}

/** The one variable that makes up the whole text as it is, or null when there is other text around it or a filter. */
export function solePlaceholder(text: string): string | null {
  const inner = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(text)?.[1];
  return inner === undefined || inner.includes('|') ? null : inner.trim();
}

/**
 * Replaces each placeholder by its value; a missing one leaves nothing behind.
 * @param insert what of a value is written, where the text around it has marks of its own.
 * @throws {FilterFailure} when a filter cannot take the value.
 */
export function fillPlaceholders(
  text: string,
  values: ReadonlyMap<string, string>,
  insert: (value: string) => string = (value) => value,
): string {
  return text.replace(PLACEHOLDER, (_whole, inner: string | undefined) => {
    if (inner === undefined) return '{{';
    const { name, filters } = readPlaceholder(inner);
    const value = values.get(name) ?? '';
    return insert(filters.length === 0 ? value : applyFilters(name, value, filters));
  });
}

/** What is wrong with the filters of a text's placeholders. */
export function filterFaults(text: string): string[] {
  return readPlaceholders(text)
    .flatMap(({ filters }) => filters.map(filterFault))
    .filter((fault) => fault !== null);
}

interface Placeholder {
  name: string;
  filters: Filter[];
}

function readPlaceholders(text: string): Placeholder[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, inner]) => inner)
    .filter((inner) => inner !== undefined)
    .map(readPlaceholder);
}

function readPlaceholder(inner: string): Placeholder {
  const bar = inner.indexOf('|');
  if (bar < 0) return { name: inner.trim(), filters: [] };
  return {
    name: inner.slice(0, bar).trim(),
    filters: inner
      .slice(bar + 1)
      .split('|')
      .map(readFilter),
  };
}
