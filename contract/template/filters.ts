/**
 * Filters of placeholders: `{{name|trim|upper}}`, `{{price|number:"0,0.00"}}`, `{{day|date:"D MMM YYYY"}}`.
 * They run from left to right over a row's value. A blank stays blank; a value that a filter cannot take is refused.
 * Output is English and the same on every machine; decimal and grouping marks are chosen by the pattern.
 */
import { formatDate } from './format-date.ts';
import { formatNumber, isNumberPattern } from './format-number.ts';

/** A row's value that is not what a filter needs. */
export class FilterFailure extends Error {
  /** The variable whose value it is. */
  readonly variable: string;

  constructor(variable: string, problem: string) {
    super(problem);
    this.variable = variable;
  }
}

export interface Filter {
  name: string;
  argument: string | null;
}

interface FilterKind {
  /** Null when the argument may stand; else what is wrong with it. */
  fault(argument: string | null): string | null;
  /** Null when the value cannot be taken. */
  apply(value: string, argument: string): string | null;
  needs: string;
}

/** @throws {FilterFailure} */
export function applyFilters(variable: string, value: string, filters: Filter[]): string {
  return filters.reduce((text, { name, argument }) => {
    if (text.trim() === '') return '';
    const kind = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    const filtered = kind?.apply(text, argument ?? '') ?? null;
    if (filtered !== null) return filtered;
    throw new FilterFailure(
      variable,
      `"${shortened(text)}" is not ${kind?.needs ?? `for a filter "${name}"`}`,
    );
  }, value);
}

/** What is wrong with a filter as the template writes it, or null. */
export function filterFault({ name, argument }: Filter): string | null {
  const kind = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  return kind
    ? kind.fault(argument)
    : `there is no filter "${name}"; there are ${Object.keys(FILTERS).join(', ')}`;
}

/** `truncate:20` or `date:"D MMM YYYY"`, as it stands between two bars. */
export function readFilter(text: string): Filter {
  const colon = text.indexOf(':');
  if (colon < 0) return { name: text.trim(), argument: null };
  const argument = text.slice(colon + 1).trim();
  return { name: text.slice(0, colon).trim(), argument: argument.replace(/^(["'])(.*)\1$/s, '$2') };
}

const FILTERS: Record<string, FilterKind> = {
  upper: textFilter((text) => text.toUpperCase()),
  lower: textFilter((text) => text.toLowerCase()),
  title: textFilter((text) => text.replace(/\S+/gu, capitalised)),
  trim: textFilter((text) => text.trim()),
  truncate: {
    fault: (argument) =>
      /^[1-9]\d{0,4}$/.test(argument ?? '') ? null : 'truncate takes a number of letters: truncate:20',
    apply: (text, argument) => truncated(text, Number(argument)),
    needs: 'a text',
  },
  number: {
    fault: (argument) =>
      argument === null || isNumberPattern(argument)
        ? null
        : 'number takes a pattern such as number:"0,0.00" (also "0.0,00" and "0 0,00")',
    apply: (text, argument) => formatNumber(text, argument || '0,0'),
    needs: 'a number such as 1234.5',
  },
  currency: {
    fault: (argument) =>
      /^[A-Z]{3}$/.test(argument ?? '') ? null : 'currency takes a code of three letters: currency:"USD"',
    apply: (text, argument) => formatNumber(text, { currency: argument }),
    needs: 'a number such as 1234.5',
  },
  date: {
    fault: (argument) => (argument ? null : 'date takes a pattern: date:"D MMM YYYY"'),
    apply: (text, argument) => formatDate(text, argument),
    needs: 'a date such as 2026-03-31',
  },
};

function textFilter(apply: (text: string) => string): FilterKind {
  return {
    fault: (argument) => (argument === null ? null : 'this filter takes nothing after a colon'),
    apply,
    needs: 'a text',
  };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function capitalised(word: string): string {
  const [first = ''] = [...graphemes.segment(word)].map(({ segment }) => segment);
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

/** At most `most` letters, the ellipsis among them. */
function truncated(text: string, most: number): string {
  const ends: number[] = [];
  for (const { index } of graphemes.segment(text)) {
    ends.push(index);
    if (ends.length > most) return `${text.slice(0, ends[most - 1]).trimEnd()}…`;
  }
  return text;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
