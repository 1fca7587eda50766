import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';

export function createWorkspace({ db }: Pick<Deps, 'db'>, input: { name: string }) {
  return db.workspace.create({ data: { id: newId(), name: input.name } });
}
