/** Limits that both sides of a boundary must agree on. API §8 gives the first; the rest keep messages and indexes small. */
export const MAX_ROWS_PER_BATCH = 20_000;
export const MAX_ROW_BYTES = 256 * 1024;
export const MAX_EXTERNAL_ID_LENGTH = 255;
export const MAX_BATCH_NAME_LENGTH = 255;
/** A row that has brought down its renderer this often is failed rather than tried again. */
export const MAX_ATTEMPTS = 3;
