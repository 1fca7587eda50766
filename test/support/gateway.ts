/** The gateway with its REST facade in this process, on an own database and an own nats-server. No render node. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createApiKey } from '../../gateway/api-keys/create-api-key.ts';
import { createGateway } from '../../gateway/app.ts';
import { grantCredits } from '../../gateway/credits/grant-credits.ts';
import type { Deps } from '../../gateway/deps.ts';
import { type GatewaySettings, readSettings } from '../../gateway/env.ts';
import { createWorkspace } from '../../gateway/workspaces/create-workspace.ts';
import { createLogger } from '../../runtime/logger.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { graphql } from './graphql.ts';
import { startTestNats, type TestNats } from './nats.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestWorkspace {
  id: string;
  /** A raw API key of it. */
  key: string;
}

export interface TestGateway {
  url: string;
  settings: GatewaySettings;
  db: Deps['db'];
  pool: Deps['pool'];
  database: TestDatabase;
  nats: TestNats;
  dataDir: string;
  /** A new workspace with one key; `credits` is a decimal string, none when left out. */
  createWorkspace(options?: { credits?: string; name?: string }): Promise<TestWorkspace>;
  /** Another raw key. */
  createKey(workspaceId: string): Promise<string>;
  /** Saves a document through GraphQL and returns the template's id. */
  createTemplate(key: string, document: object): Promise<string>;
  /** Uploads `examples/<name>/media` and saves its template, through GraphQL; returns the template's id. */
  importExample(key: string, name: string): Promise<string>;
  stop(): Promise<void>;
}
