import { isStorable } from '../db/storable-text.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';

export class WorkspaceNameInvalid extends Refusal {
  constructor() {
    super('A workspace needs a name of 1 to 255 characters');
  }
}

/** @throws {WorkspaceNameInvalid} */
export function createWorkspace({ db }: Pick<Deps, 'db'>, input: { name: string }) {
  const name = input.name.trim();
  if (name === '' || name.length > 255 || !isStorable(name)) throw new WorkspaceNameInvalid();
  return db.workspace.create({ data: { id: newId(), name } });
}
