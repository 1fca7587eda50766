/** What somebody sees who opens the address in a browser. */
export const landingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>rowcast</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #1d2733; background: #faf8f4 }
  h1 { letter-spacing: -0.02em; margin-bottom: 0 }
  a { color: #b3431b } code { background: #efebe3; padding: .1em .35em; border-radius: 4px }
  dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 }
</style>
<h1>rowcast</h1>
<p>Bulk personalised media: one template and up to 20,000 rows in, one video or image per row out.</p>
<dl>
  <dt><a href="/graphql">GraphiQL</a></dt><dd>The GraphQL API, to explore and to try.</dd>
  <dt><a href="/api/docs">REST API</a></dt><dd>The contract under <code>/api/external/v1</code>.</dd>
  <dt>API keys</dt><dd>Operators make them: <code>npm run --silent admin -- key:create --help</code></dd>
</dl>
</html>
`;
