/**
 * `{{name}}` in a template's text: a row's value takes its place. Inner spaces are allowed, names are case-sensitive
 * and may be any text without braces or `|` (CSV headers such as `First Name` work). `\{{` prints braces.
 * A row's value is inserted as it is and never scanned again.
 */
const PLACEHOLDER = /\\\{\{|\{\{([^{}]*)\}\}/g;

/** Names in order of first appearance, each once. */
export function placeholderNames(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(PLACEHOLDER)) if (match[1] !== undefined) names.add(match[1].trim());
  return [...names];
}

export function hasPlaceholder(text: string): boolean {
  return placeholderNames(text).length > 0;
}

/** The one variable that makes up the whole text, or null when there is other text around it. */
export function solePlaceholder(text: string): string | null {
  return /^\s*\{\{([^{}]*)\}\}\s*$/.exec(text)?.[1]?.trim() ?? null;
}

/** Replaces each placeholder by its value; a missing one leaves nothing behind. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACEHOLDER, (_whole, name: string | undefined) =>
    name === undefined ? '{{' : (values.get(name.trim()) ?? ''),
  );
}
