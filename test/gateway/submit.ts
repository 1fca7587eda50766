import { type GraphqlAnswer, graphql } from '../support/graphql.ts';

export type Submitted = {
  submitBatch: Record<string, unknown> & { __typename: string; batch: { id: string } };
};

const SUBMIT = `
  mutation ($input: SubmitBatchInput!) {
    submitBatch(input: $input) {
      __typename
      ... on BatchSubmitted { replayed batch { id state rowCount credits creditsPerRow columns name } }
      ... on Refusal { message }
      ... on TooManyRows { maxRows }
      ... on RowInvalid { rowIndex key }
      ... on InsufficientCredits { required available }
    }
  }`;

/** `submitBatch` over HTTP; `input` adds to or replaces the template's id, the kind IMAGE and one empty row. */
export function submit(
  url: string,
  key: string,
  templateId: string,
  input: Record<string, unknown> = {},
): Promise<GraphqlAnswer<Submitted>> {
  return graphql(url, key, SUBMIT, { input: { templateId, kind: 'IMAGE', rows: [{}], ...input } });
}
