import type { Deps } from '../deps.ts';
import { isId } from '../new-id.ts';

/** A mistake of the operator, said in one sentence. */
export class AdminProblem extends Error {}

/** By id, or by a name that only one workspace has. */
export async function findWorkspace({ db }: Pick<Deps, 'db'>, idOrName: string) {
  const where = isId(idOrName) ? { id: idOrName } : { name: idOrName };
  const [workspace, another] = await db.workspace.findMany({ where, take: 2 });
  if (!workspace)
    throw new AdminProblem(
      `There is no workspace "${idOrName}". See: npm run --silent admin -- workspace:list`,
    );
  if (another) throw new AdminProblem(`Several workspaces are called "${idOrName}": give the id instead.`);
  return workspace;
}

export async function findApiKey({ db }: Pick<Deps, 'db'>, id: string) {
  const key = isId(id) ? await db.apiKey.findUnique({ where: { id } }) : null;
  if (!key)
    throw new AdminProblem(
      `There is no API key with the id "${id}". See: npm run --silent admin -- key:list`,
    );
  return key;
}
