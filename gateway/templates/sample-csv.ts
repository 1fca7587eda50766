import { stringify } from 'csv-stringify/sync';
import type { Template } from '../../contract/template/template.ts';
import { templateVariables } from '../../contract/template/variables.ts';

/** A sheet to start from: the variables as header, one row of example values (API §2.1). */
export function sampleCsv(template: Template): string {
  const variables = templateVariables(template);
  return stringify([variables.map(({ name }) => name), variables.map(({ exampleValue }) => exampleValue)], {
    record_delimiter: '\r\n',
  });
}
