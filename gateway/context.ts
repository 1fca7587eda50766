/** Who asks. A bearer key or a signed-in member; both belong to exactly one workspace. */
import { GraphQLError } from 'graphql';
import { authenticateApiKey } from './api-keys/authenticate-api-key.ts';
import type { Changes } from './changes/changes.ts';
import { answeredInTime } from './db/answered-in-time.ts';
import type { Deps } from './deps.ts';
import { authenticateSession } from './members/authenticate-session.ts';
import { SESSION_COOKIE } from './members/session-cookie.ts';

export type Viewer =
  | { type: 'api_key'; workspaceId: string; apiKeyId: string }
  | { type: 'member'; workspaceId: string; memberId: string };

export interface Context {
  viewer: Viewer;
  deps: Deps;
  changes: Changes;
  /** New rows wait: the dispatcher need not sleep on. */
  wakeDispatch(): void;
  /** Asks again whether the key or session still holds: open streams do, every second. */
  isStillAllowed(): Promise<boolean>;
}

/** @throws {GraphQLError} 401 for a missing, unknown or revoked key (API §5.2) */
export async function createContext(
  { deps, changes, wakeDispatch }: Pick<Context, 'deps' | 'changes' | 'wakeDispatch'>,
  request: Request,
): Promise<Context> {
  const viewer = await findViewer(deps, request);
  if (!viewer)
    throw new GraphQLError('API key required', {
      extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
    });
  const isStillAllowed = async () => (await findViewer(deps, request)) !== null;
  return { viewer, deps, changes, wakeDispatch, isStillAllowed };
}

async function findViewer(deps: Deps, request: Request): Promise<Viewer | null> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const rawKey = /^\s*bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
    const key = rawKey ? await answeredInTime(authenticateApiKey(deps, rawKey)) : null;
    return key && { type: 'api_key', ...key };
  }
  const token = cookie(request.headers.get('cookie'), SESSION_COOKIE);
  const session = token ? await answeredInTime(authenticateSession(deps, token)) : null;
  return session && { type: 'member', ...session };
}

function cookie(header: string | null, name: string): string | null {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair ? pair.trim().slice(name.length + 1) : null;
}

export function isMember(viewer: Viewer): viewer is Extract<Viewer, { type: 'member' }> {
  return viewer.type === 'member';
}

/** The member's id. @throws {GraphQLError} FORBIDDEN with the sentence, when a key asks */
export function memberOrRefuse(viewer: Viewer, sentence: string): string {
  if (isMember(viewer)) return viewer.memberId;
  throw new GraphQLError(sentence, { extensions: { code: 'FORBIDDEN' } });
}

export function apiKeyIdOf(viewer: Viewer): string | null {
  return viewer.type === 'api_key' ? viewer.apiKeyId : null;
}

export function memberIdOf(viewer: Viewer): string | null {
  return viewer.type === 'member' ? viewer.memberId : null;
}
