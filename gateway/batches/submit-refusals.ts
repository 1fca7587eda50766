/** What a caller may hear instead of a batch (API §7.1), and what the contract leaves open. */
import type { Decimal } from 'decimal.js';
import { MAX_BATCH_NAME_LENGTH, MAX_ROWS_PER_BATCH } from '../../contract/limits.ts';
import type { MediaKind } from '../../contract/render-work.ts';
import { Refusal } from '../refusal.ts';

export class RowsRequired extends Refusal {
  constructor() {
    super('rows is required and must be a non-empty list of objects');
  }
}

export class TooManyRows extends Refusal {
  readonly maxRows = MAX_ROWS_PER_BATCH;

  constructor() {
    super(`rows exceeds the maximum of ${MAX_ROWS_PER_BATCH} per batch`);
  }
}

export class RowInvalid extends Refusal {
  /** Zero-based. */
  readonly rowIndex: number;
  readonly key: string | null;

  constructor(rowIndex: number, key: string | null, problem: string) {
    super(
      key === null ? `rows[${rowIndex}] ${problem}` : `rows[${rowIndex}]: ${JSON.stringify(key)} ${problem}`,
    );
    this.rowIndex = rowIndex;
    this.key = key;
  }
}

export class BatchNameInvalid extends Refusal {
  constructor() {
    super(`batch_name must be a string of at most ${MAX_BATCH_NAME_LENGTH} characters`);
  }
}

export class TemplateHasNoCost extends Refusal {
  constructor() {
    super('This template has no configured cost — contact support');
  }
}

export class TemplateIsEmpty extends Refusal {
  readonly kind: MediaKind;

  constructor(kind: MediaKind) {
    super(
      kind === 'image'
        ? 'Image template has no layers or base image configured'
        : 'Template has no scenes configured',
    );
    this.kind = kind;
  }
}

export class InsufficientCredits extends Refusal {
  readonly required: Decimal;
  readonly available: Decimal;

  constructor(required: Decimal, available: Decimal) {
    super('insufficient_credits');
    this.required = required;
    this.available = available;
  }
}

export class IdempotencyKeyInvalid extends Refusal {
  constructor() {
    super('Idempotency-Key must be 1 to 255 printable ASCII characters');
  }
}

export class IdempotencyKeyReused extends Refusal {
  constructor() {
    super('Idempotency-Key was used before with another request');
  }
}

/** Credits could not be asked for or taken; nothing was stored (API §7.1, 503). */
export class BillingUnavailable extends Refusal {
  constructor(options?: ErrorOptions) {
    super('Billing service unavailable', options);
  }
}

/** What became of the submission could not be found out; it is undone as soon as it can be (API §7.1, 500). */
export class BatchNotStarted extends Refusal {
  constructor(options?: ErrorOptions) {
    super('Failed to start batch', options);
  }
}
