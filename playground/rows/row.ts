/** A row as it stands in a sheet, before a template sees it. */
export interface Row {
  /** Its place in the sheet, from 1; the row of examples and the blank one come without a sheet. */
  number: number;
  externalId: string | null;
  /** By variable; a blank is left out. */
  values: Record<string, string>;
}

export interface Sheet {
  /** All keys but `external_id`, in the order in which they stand. */
  columns: string[];
  rows: Row[];
}
