/** The reserved key of a row: the caller's own identifier for it, never a template variable (API §2.4). */
export const EXTERNAL_ID = 'external_id';
