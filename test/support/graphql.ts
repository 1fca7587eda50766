export interface GraphqlAnswer<Data> {
  status: number;
  data: Data;
  errors: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

/** One operation over HTTP at `${url}/graphql`; `key` null sends no Authorization header. Errors come back, not thrown. */
export async function graphql<Data = Record<string, never>>(
  url: string,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphqlAnswer<Data>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as Partial<GraphqlAnswer<Data>>;
  return { status: response.status, data: body.data as Data, errors: body.errors ?? [] };
}
