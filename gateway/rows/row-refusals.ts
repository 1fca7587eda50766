import { Refusal } from '../refusal.ts';

/** API §7.3 */
export class RowNotFound extends Refusal {
  constructor() {
    super('No row with this external_id in this bulk job');
  }
}

/** API §7.3 */
export class ExternalIdNotUnique extends Refusal {
  readonly matches: number;

  constructor(matches: number) {
    super('external_id is not unique within this bulk job — multiple rows match');
    this.matches = matches;
  }
}
