/** `uploadAsset` as a browser sends it: one multipart request (GraphQL multipart request specification). */
export async function uploadAsset(
  url: string,
  key: string,
  name: string,
  bytes: Uint8Array,
): Promise<Record<string, unknown>> {
  const form = new FormData();
  const query = `
    mutation ($name: String!, $file: File!) {
      uploadAsset(name: $name, file: $file) {
        __typename
        ... on Refusal { message }
        ... on Asset { id name contentType bytes sha256 url }
      }
    }`;
  form.set('operations', JSON.stringify({ query, variables: { name, file: null } }));
  form.set('map', JSON.stringify({ file: ['variables.file'] }));
  form.set('file', new Blob([new Uint8Array(bytes)]), 'upload');
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    body: form,
  });
  const body = await response.json();
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data.uploadAsset;
}
