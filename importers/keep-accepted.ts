/**
 * Importers write what template-model names for a thing; whether this version of the model has it, its own lint says.
 * What lint refuses is taken out again and noted with the place that it came from.
 */
import { lintTemplate } from '../contract/template/lint-template.ts';
import type { ImportNotes } from './import-notes.ts';

/** Each round takes one thing out; a document has fewer. */
const MOST_ROUNDS = 5_000;

/** @returns the document without what the template model refuses. @throws when nothing acceptable is left of it */
export function keepAccepted(document: Record<string, unknown>, notes: ImportNotes): Record<string, unknown> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const lint = lintTemplate(document);
    if (lint.ok) return document;
    const fault = lint.faults[0]!;
    removeFault(document, fault.path, fault.message, notes);
  }
  throw new Error('The template model refuses the document whatever is taken out of it');
}

function removeFault(
  document: Record<string, unknown>,
  path: string,
  message: string,
  notes: ImportNotes,
): void {
  const holders = holdersAlong(document, path);
  const last = holders.at(-1);
  if (!last) throw new Error(`The template model refuses ${path || 'the document'}: ${message}`);
  const { origin, below } = nearestOrigin(holders, notes);
  const written = JSON.stringify((last.holder as Record<string, unknown>)[last.key])?.slice(0, 80);
  notes.add(origin, `${below}${written === undefined ? '' : ` (${written})`}: ${message}`);
  // Without its type or something it must have, the thing around it is nothing either.
  const isVital = last.key === 'type' || written === undefined;
  remove(isVital && holders.length > 1 ? holders.at(-2)! : last);
}

interface Holder {
  holder: object;
  key: string;
}

/** Each object on the way to a path with the key that leads on, as far as they exist. */
function holdersAlong(document: object, path: string): Holder[] {
  const holders: Holder[] = [];
  let at: unknown = document;
  for (const key of path.match(/[^.[\]]+/g) ?? []) {
    if (at === null || typeof at !== 'object') break;
    holders.push({ holder: at, key });
    at = (at as Record<string, unknown>)[key];
  }
  return holders;
}

function nearestOrigin(holders: Holder[], notes: ImportNotes): { origin: string; below: string } {
  for (let index = holders.length - 1; index >= 0; index--) {
    const origin = notes.originOf(holders[index]!.holder);
    if (origin !== undefined) return { origin, below: pathOf(holders.slice(index)) };
  }
  return { origin: '', below: pathOf(holders) };
}

function pathOf(holders: Holder[]): string {
  return holders
    .map(({ holder, key }, index) => (Array.isArray(holder) ? `[${key}]` : `${index > 0 ? '.' : ''}${key}`))
    .join('');
}

function remove({ holder, key }: Holder): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete (holder as Record<string, unknown>)[key];
}
