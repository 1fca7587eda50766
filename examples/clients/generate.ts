/**
 * From a template to finished media over the REST API:
 *
 *   ROWCAST_API_KEY=… node dist/examples/clients/generate.js IMAGE_TEMPLATE
 *
 * ROWCAST_URL   where the service answers (default http://localhost:4000)
 * WEBHOOK_URL   a public https URL that leads to WEBHOOK_PORT here: then the completion event is awaited and verified
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createRestClient, type Kind, type Row } from './rest-client.ts';
import { verifyWebhook } from './verify-webhook.ts';

const { ROWCAST_URL = 'http://localhost:4000', ROWCAST_API_KEY, WEBHOOK_URL, WEBHOOK_PORT } = process.env;
const kind: Kind = process.argv[2] === 'TEMPLATE' ? 'TEMPLATE' : 'IMAGE_TEMPLATE';
if (!ROWCAST_API_KEY) throw new Error('Set ROWCAST_API_KEY to a key of your workspace.');

const client = createRestClient(ROWCAST_URL, ROWCAST_API_KEY);
const completion = WEBHOOK_URL ? awaitCompletion((await client.createWebhook(WEBHOOK_URL)).secret) : null;

const { value: template } = await client.templates(kind).next();
if (!template) throw new Error(`The workspace has no template of type ${kind}.`);
console.log(`template  ${template.name} (${template.aspect_ratio})`);

const schema = await client.schema(kind, template.template_id);
console.log(`variables ${schema.variables.map(({ name }) => name).join(', ') || 'none'}`);

const [example = {}] = schema.bulk_generate.body.rows;
const rows: Row[] = ['first', 'second', 'third'].map((name) => ({ ...example, external_id: name }));
const accepted = await client.generate(schema.bulk_generate.path, rows, 'Example', randomUUID());
console.log(
  `job       ${accepted.bulk_job_id}: ${accepted.row_count} rows, ${accepted.estimated_credits} credits`,
);

const job = await client.finished(kind, accepted.bulk_job_id, ({ status, summary }) =>
  console.log(`          ${status}: ${summary.success + summary.failed} of ${summary.total}`),
);

const generation = await client.generation(kind, job.bulk_job_id, 'second');
const url = generation.result_image_url ?? generation.result_video_url;
console.log(
  `row       ${generation.external_id}: ${generation.status} ${url ?? generation.error_message ?? ''}`,
);

if (job.csv_ready) {
  const file = `bulk-job-${job.bulk_job_id}.csv`;
  await writeFile(file, await client.csv(kind, job.bulk_job_id));
  console.log(`csv       ${file}`);
}
if (completion) console.log(`webhook   ${await completion}`);

/** Answers deliveries on WEBHOOK_PORT and resolves with the first one whose signature holds. */
function awaitCompletion(secret: string): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer(async (request, response) => {
      const body = await buffer(request);
      const isGenuine = verifyWebhook(secret, request.headers, body);
      response.writeHead(isGenuine ? 204 : 401).end();
      if (!isGenuine) return;
      server.close();
      resolve(body.toString());
    }).listen(Number(WEBHOOK_PORT ?? 8080));
  });
}
