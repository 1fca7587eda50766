import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';

export class EmailInvalid extends Refusal {
  constructor(email: string) {
    super(`"${email}" is not an email address`);
  }
}

/** Adds a person to a workspace; adding one again only makes them active again. */
export async function addMember({ db }: Pick<Deps, 'db'>, input: { workspaceId: string; email: string }) {
  const email = input.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new EmailInvalid(input.email);
  return db.member.upsert({
    where: { workspaceId_email: { workspaceId: input.workspaceId, email } },
    create: { id: newId(), workspaceId: input.workspaceId, email },
    update: { deactivatedAt: null },
  });
}
