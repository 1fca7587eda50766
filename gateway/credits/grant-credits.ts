import { Decimal } from 'decimal.js';
import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';

export class AmountInvalid extends Refusal {
  constructor(amount: string) {
    super(
      `"${amount}" is not an amount of credits: a positive decimal with at most five places, such as 100 or 0.5`,
    );
  }
}

/** Adds credits and says so in the ledger, both or neither. `amount` is a decimal string. */
export async function grantCredits(
  { db }: Pick<Deps, 'db'>,
  input: { workspaceId: string; amount: string; note?: string; memberId?: string },
) {
  if (!/^\d{1,12}(\.\d{1,5})?$/.test(input.amount) || new Decimal(input.amount).isZero())
    throw new AmountInvalid(input.amount);
  const [entry, workspace] = await db.$transaction([
    db.ledgerEntry.create({
      data: {
        id: newId(),
        workspaceId: input.workspaceId,
        kind: 'grant',
        amount: input.amount,
        note: input.note ?? null,
        memberId: input.memberId ?? null,
      },
    }),
    db.workspace.update({ where: { id: input.workspaceId }, data: { balance: { increment: input.amount } } }),
  ]);
  return { entry, workspace };
}
