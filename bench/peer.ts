/** The programs that rowcast is measured against. Each runs in a process of its own (`peers/run-peer.mjs`). */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../runtime/repository-root.ts';
import { findChromium } from './chromium.ts';
import type { Contestant } from './race.ts';
import { interFace } from './workloads/inter-face.ts';
import { type Person, person } from './workloads/people.ts';
import { AVATARS, avatarName } from './workloads/workload-media.ts';

const PEERS = join(repositoryRoot, 'bench', 'peers');

export interface PeerEntry {
  name: string;
  /** Below `bench/peers`, without extension: `image/takumi`. */
  module: string;
  /** What the peer's `open` takes besides media and fonts. */
  options: object;
}

export interface Entered {
  contestants: Contestant[];
  /** Why a peer takes no part. */
  notes: string[];
  close(): Promise<void>;
}

/** Opens the peers; one that does not start here is left out and named. */
export async function enterPeers(entries: PeerEntry[], media: string, rows: number): Promise<Entered> {
  installPeers();
  const peers: Peer[] = [];
  const contestants: Contestant[] = [];
  const notes: string[] = [];
  for (const { name, module, options } of entries)
    try {
      const peer = await openPeer(module, media, options);
      peers.push(peer);
      contestants.push({
        ...{ name, rows, pid: peer.pid, warmUp: 1 },
        render: ({ first, count }) =>
          peer.render(Array.from({ length: count }, (_, index) => person(first + index))),
      });
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
      notes.push(`${name} ${error.message}`);
    }
  return {
    contestants,
    notes,
    async close() {
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}

interface Peer {
  pid: number;
  render(rows: Person[]): Promise<void>;
  close(): Promise<void>;
}

class PeerUnavailable extends Error {}

/** Packages of all peers, in their own folder: rowcast's own installation has none of them. */
function installPeers(): void {
  if (existsSync(join(PEERS, 'node_modules'))) return;
  process.stderr.write('Installing what is compared with (once) …\n');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: PEERS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** @throws {PeerUnavailable} when it does not start here, with its reason */
async function openPeer(module: string, media: string, options: object): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcast-bench-peer-'));
  const child = fork(join(PEERS, 'run-peer.mjs'), [join(PEERS, `${module}.mjs`)], { silent: true });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-2_000);
  });
  // Read and forgotten: a full pipe would stop the peer.
  child.stdout?.resume();

  async function close() {
    if (child.connected) {
      await ask(child, { type: 'close' }, () => errors);
      child.disconnect();
    }
    await rm(folder, { recursive: true, force: true });
  }

  try {
    const job = {
      media,
      chromium: findChromium(),
      fonts: { regular: interFace(400), bold: interFace(700) },
      avatars: Array.from({ length: AVATARS }, (_, index) => avatarName(index)),
      ...options,
    };
    await ask(child, { type: 'open', job }, () => errors);
  } catch (error) {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
    throw new PeerUnavailable(unavailableText((error as Error).message), { cause: error });
  }
  return {
    pid: child.pid ?? 0,
    async render(rows) {
      await ask(child, { type: 'render', rows, folder }, () => errors);
      const files = await readdir(folder);
      if (files.length !== rows.length)
        throw new Error(`${module} made ${files.length} files of ${rows.length} rows.`);
      await Promise.all(files.map((file) => rm(join(folder, file))));
    },
    close,
  };
}

/** @throws what the peer answers with when it fails, and when it ends. */
async function ask(child: ChildProcess, message: object, errors: () => string): Promise<void> {
  const answer = await new Promise<{ type: string; message?: string }>((resolve, reject) => {
    const ended = () => reject(new Error(`The peer ended: ${errors().trim()}`));
    child.once('exit', ended);
    child.once('message', (given) => {
      child.off('exit', ended);
      resolve(given as { type: string });
    });
    child.send(message);
  });
  if (answer.type === 'failed') throw new Error(answer.message);
}

/** npm leaves an optional package out when its binary can be neither downloaded nor compiled. */
function unavailableText(message: string): string {
  const missing = /Cannot find package '([^']+)'/.exec(message)?.[1];
  return missing
    ? `could not be installed here: npm could neither download nor compile its package "${missing}".`
    : `could not be run here: ${message.split('\n')[0]}`;
}
