import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../env.ts';
import type { LocalFarm } from '../local-farm.ts';
import { bold, dim } from '../terminal/colours.ts';
import type { Screen } from '../terminal/screen.ts';
import { adminCommand } from './admin-command.ts';
import { DEMO_WORKSPACE } from './create-demo-workspace.ts';
import { runDemo } from './run-demo.ts';
import { showResults } from './show-results.ts';

/**
 * Shows what there is to a newcomer: the demo on an instance without workspaces, else where to go. A demo that was stopped
 * before its end goes on in the same workspace at the next start: nobody has seen its key.
 */
export async function welcome({
  settings,
  farm: { baseUrl, environment },
  screen,
  demo,
  stopping,
}: {
  settings: Settings;
  farm: LocalFarm;
  screen: Screen;
  demo: boolean;
  stopping: AbortSignal;
}): Promise<void> {
  const admin = adminCommand(environment, stopping);
  const unfinished = join(settings.dataDir, 'demo-unfinished');
  try {
    const workspaces = await admin<WorkspaceLine[]>('workspace:list');
    if (demo && (workspaces.length === 0 || existsSync(unfinished))) {
      writeFileSync(unfinished, '');
      const begun = workspaces.find(({ name }) => name === DEMO_WORKSPACE)?.workspace_id;
      const results = await runDemo({ admin, begun, baseUrl, screen, stopping });
      await showResults({ demo: results, settings, baseUrl, screen });
      rmSync(unfinished);
    } else showSummary(settings, workspaces, screen);
  } catch (error) {
    if (stopping.aborted) return;
    // The instance itself runs: a demo that did not work out is not worth stopping it.
    screen.warn(`The welcome could not be completed: ${(error as Error).message}`);
    screen.line(`    Make a key yourself: ${dim('npm run --silent admin -- --help')}`);
  }
  screen.line(
    `\n  ${bold('Ctrl-C')} stops everything; the next ${bold('npm start')} goes on with the same data.\n`,
  );
}

interface WorkspaceLine {
  workspace_id: string;
  name: string;
  templates: number;
  running_batches: number;
}

function showSummary({ publicUrl }: Settings, workspaces: WorkspaceLine[], screen: Screen): void {
  const entry = (title: string, text: string) => screen.line(`    ${dim(title.padEnd(14))} ${text}`);
  const sum = (field: 'templates' | 'running_batches') =>
    workspaces.reduce((total, line) => total + line[field], 0);
  screen.line();
  entry('Workspaces', `${workspaces.length}, with ${sum('templates')} templates`);
  entry('Batches', sum('running_batches') === 0 ? 'none is running' : `${sum('running_batches')} running`);
  entry('GraphiQL', `${publicUrl}/graphql`);
  entry('REST API', `${publicUrl}/api/external/v1/`);
  entry('Administration', 'npm run --silent admin -- --help');
}
