/**
 * Conditions of `visible`: `{{member}}`, `{{tier}} == 'gold' and not {{hidden}}`, `{{price}} >= 100`.
 *
 * A value alone is true unless it is blank, false, 0, no or off. Two values compare as numbers when both are numbers and
 * as text otherwise; a blank is neither smaller nor greater than anything. `not` binds tighter than `and`, `and` tighter
 * than `or`; parentheses group. There are no calls and no property access, and a row's value is never read as a condition.
 */
import { z } from 'zod';
import { fillPlaceholders, hasPlaceholder } from './placeholders.ts';

export const conditionSchema = z.string().superRefine((text, context) => {
  const fault = conditionFault(text);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

/** @throws {DataInvalid|FilterFailure} when a filter in it cannot take the row's value. */
export function evaluateCondition(text: string, values: ReadonlyMap<string, string>): boolean {
  return isTrue(parse(text), values);
}

/** Whether a row's value alone switches something on. */
export function isTruthy(value: string): boolean {
  return !/^(?:|false|0|no|off)$/i.test(value.trim());
}

type Condition =
  | { kind: 'or' | 'and'; parts: Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'compare'; left: string; operator: Operator; right: string }
  | { kind: 'value'; text: string };

type Operator = '==' | '!=' | '>=' | '<=' | '>' | '<';

const MOST_CHARACTERS = 1_000;

function conditionFault(text: string): string | null {
  if (text.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`;
  if (!hasPlaceholder(text)) return 'must be true, false or a condition with a variable such as "{{member}}"';
  try {
    parse(text);
    return null;
  } catch (error) {
    if (error instanceof ConditionFault) return error.message;
    throw error;
  }
}

function isTrue(condition: Condition, values: ReadonlyMap<string, string>): boolean {
  switch (condition.kind) {
    case 'or':
      return condition.parts.some((part) => isTrue(part, values));
    case 'and':
      return condition.parts.every((part) => isTrue(part, values));
    case 'not':
      return !isTrue(condition.of, values);
    case 'compare': {
      const [left, right] = [condition.left, condition.right].map((side) => operandValue(side, values));
      return compares(left!, condition.operator, right!);
    }
    case 'value':
      return isTruthy(operandValue(condition.text, values));
    default:
      return condition satisfies never;
  }
}

/** A quoted text or a number stands for itself; only what the template says is scanned for placeholders. */
function operandValue(operand: string, values: ReadonlyMap<string, string>): string {
  return /^['"]/.test(operand) ? operand.slice(1, -1) : fillPlaceholders(operand, values).trim();
}

function compares(left: string, operator: Operator, right: string): boolean {
  const [leftNumber, rightNumber] = [toNumber(left), toNumber(right)];
  const asNumbers = Number.isFinite(leftNumber) && Number.isFinite(rightNumber);
  const [a, b] = asNumbers ? [leftNumber, rightNumber] : [left, right];
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  if (left === '' || right === '') return false;
  switch (operator) {
    case '>':
      return a > b;
    case '<':
      return a < b;
    case '>=':
      return a >= b;
    case '<=':
      return a <= b;
    default:
      return operator satisfies never;
  }
}

function toNumber(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}

class ConditionFault extends Error {}

const TOKEN =
  /\s*(?:(\{\{[^{}]*\}\})|('[^']*'|"[^"]*")|(-?\d+(?:\.\d+)?)|(==|!=|>=|<=|>|<)|(\(|\))|([\p{L}_][\p{L}\p{N}_]*)|(\S))/uy;

interface Token {
  kind: 'operand' | 'operator' | 'parenthesis' | 'word';
  text: string;
}

function parse(text: string): Condition {
  const tokens = readTokens(text);
  let at = 0;
  let depth = 0;

  const takeIf = (kind: Token['kind'], word: string): boolean => {
    const token = tokens[at];
    if (token?.kind !== kind || token.text.toLowerCase() !== word) return false;
    at++;
    return true;
  };

  function joined(kind: 'or' | 'and', part: () => Condition): Condition {
    const parts = [part()];
    while (takeIf('word', kind)) parts.push(part());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  const anyOf = (): Condition => joined('or', allOf);
  const allOf = (): Condition => joined('and', maybeNot);

  function maybeNot(): Condition {
    let nots = 0;
    while (takeIf('word', 'not')) nots++;
    const condition = single();
    return nots % 2 === 1 ? { kind: 'not', of: condition } : condition;
  }

  function single(): Condition {
    if (takeIf('parenthesis', '(')) {
      if (++depth > 20) throw new ConditionFault('has too many parentheses inside each other');
      const inner = anyOf();
      depth--;
      if (!takeIf('parenthesis', ')')) throw new ConditionFault('lacks a closing parenthesis');
      return inner;
    }
    const left = operand();
    const operator = tokens[at];
    if (operator?.kind !== 'operator') return { kind: 'value', text: left };
    at++;
    return { kind: 'compare', left, operator: operator.text as Operator, right: operand() };
  }

  function operand(): string {
    const token = tokens[at++];
    if (token === undefined) throw new ConditionFault('ends where a value is missing');
    if (token.kind === 'operand') return token.text;
    if (token.kind === 'word')
      throw new ConditionFault(
        `has the bare word ${token.text}: write {{${token.text}}} for a variable, '${token.text}' for a text`,
      );
    throw new ConditionFault(`has "${token.text}" where a value should stand`);
  }

  const condition = anyOf();
  if (at < tokens.length) throw new ConditionFault(`is not understood from "${tokens[at]!.text}" on`);
  return condition;
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const source = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const [, placeholder, quoted, number, operator, parenthesis, word, other] = TOKEN.exec(source) ?? [];
    const operand = placeholder ?? quoted ?? number;
    if (operand !== undefined) tokens.push({ kind: 'operand', text: operand });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator });
    else if (parenthesis !== undefined) tokens.push({ kind: 'parenthesis', text: parenthesis });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else throw new ConditionFault(other === '=' ? 'compares with ==, not with =' : `has a stray "${other}"`);
  }
  return tokens;
}
