import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaKind } from '../../contract/render-work.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import type { AdminCommand } from './admin-command.ts';

export interface DemoTemplate {
  id: string;
  kind: MediaKind;
  name: string;
  /** Its folder below examples/. */
  example: string;
}

export interface DemoWorkspace {
  apiKey: string;
  signInUrl: string;
  templates: DemoTemplate[];
}

export const DEMO_WORKSPACE = 'Demo';
const CREDITS = '1000';

/**
 * A workspace with a member, an API key, credits and every template of examples/.
 * @param begun id of one that may lack some of it
 */
export async function createDemoWorkspace(admin: AdminCommand, begun?: string): Promise<DemoWorkspace> {
  const workspace = begun ?? (await createWorkspace(admin));
  const [{ api_key: apiKey }, templates] = await Promise.all([
    admin<{ api_key: string }>('key:create', { workspace, name: 'Demo key' }),
    importExamples(admin, workspace),
    admin('credits:grant', { workspace, amount: CREDITS, note: 'Credits to try things out' }),
  ]);
  // Last, because the link is good for a limited time.
  const { sign_in_url: signInUrl } = await admin<{ sign_in_url: string }>('member:add', {
    workspace,
    email: 'demo@example.com',
  });
  return { apiKey, signInUrl, templates };
}

async function createWorkspace(admin: AdminCommand): Promise<string> {
  const created = await admin<{ workspace_id: string }>('workspace:create', { name: DEMO_WORKSPACE });
  return created.workspace_id;
}

/** One after the other: the order in which they were made is the order in which they are listed. */
async function importExamples(admin: AdminCommand, workspace: string): Promise<DemoTemplate[]> {
  const templates: DemoTemplate[] = [];
  for (const example of listExamples()) {
    const file = join(repositoryRoot, 'examples', example, 'template.json');
    const imported = await admin<{ template_id: string; name: string; kind: MediaKind }>('template:import', {
      workspace,
      file,
      update: true,
    });
    templates.push({ id: imported.template_id, name: imported.name, kind: imported.kind, example });
  }
  return templates;
}

function listExamples(): string[] {
  const folder = join(repositoryRoot, 'examples');
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'template.json')))
    .sort();
}
