/** What the schemas find wrong, as sentences for the people who write templates and rows. */
import type { z } from 'zod';
import type { TemplateFault } from './template-fault.ts';

type Issue = z.core.$ZodIssue;

/** Every fault with its path; messages go on from the property's name: `opacity must be at most 1`. */
export function schemaFaults({ issues }: { issues: readonly Issue[] }): TemplateFault[] {
  return issues.flatMap((issue) => issueFaults(issue));
}

function issueFaults(issue: Issue, before: PropertyKey[] = []): TemplateFault[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: pathText([...path, key]), message: 'unknown field' }));
  if (issue.code !== 'invalid_union' || issue.errors.length === 0)
    return [{ path: pathText(path), message: message(issue) }];
  const wanted = issue.errors.map(([only, ...more]) =>
    only && only.path.length === 0 && more.length === 0 ? expectation(only) : null,
  );
  if (wanted.every((one) => one !== null))
    return [{ path: pathText(path), message: `must be ${wanted.join(' or ')}` }];
  return closest(issue.errors).flatMap((inner) => issueFaults(inner, path));
}

/** The branch of a union that was meant: the one that got deepest, or else of the right type. */
function closest(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const nearness = (issues: readonly Issue[]) =>
    Math.max(0, ...issues.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)));
  return branches.reduce((best, branch) => (nearness(branch) > nearness(best) ? branch : best));
}

/** The library's own words; a schema that says something itself says it better. */
const PLAIN = /^(?:Too big|Too small|Invalid (?:input|option|number|discriminator value))\b/;

function message(issue: Issue): string {
  if (!PLAIN.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
      return issue.message.endsWith('received undefined') ? 'is missing' : `must be ${expectation(issue)}`;
    case 'invalid_union':
      return `must be one of ${quoted('options' in issue ? (issue.options as unknown[]) : [])}`;
    case 'too_big':
      return sized(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum);
    case 'too_small':
      return sized(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return issue.message;
  }
}

/** What should stand there, when that is a matter of type or of a few values. */
function expectation(issue: Issue): string | null {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  if (issue.code !== 'invalid_value') return null;
  return issue.values.length === 1 ? quoted(issue.values) : `one of ${quoted(issue.values)}`;
}

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  null: 'null',
};

function sized(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${limit} character${limit === 1 ? '' : 's'}`;
  if (origin === 'array') return `must have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `must be ${bound} ${limit}`;
}

function quoted(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value))).join(', ');
}

function pathText(path: PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
}
