import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaProbe, probeMedia } from './one-shot.ts';

export interface ProbedFile {
  path: string;
  demuxer: string;
  sha256: string;
}

const KEPT = 500;
const probes = new Map<string, Promise<MediaProbe>>();

/**
 * Rows of a batch mostly share their clips and music: what is in a file is asked once per node, often by a template's preview,
 * long before its first row.
 * @throws {FfmpegFailed}
 */
export function probeOnce(
  file: ProbedFile,
  { cacheFolder }: { /** Shared by all slots; may be emptied at any time. */ cacheFolder: string },
): Promise<MediaProbe> {
  const known = probes.get(file.sha256);
  if (known) return known;
  const probe = probeOrRead(file, cacheFolder);
  probes.set(file.sha256, probe);
  // It may be ffprobe that failed rather than the file: the next row asks again.
  probe.catch(() => probes.delete(file.sha256));
  const [oldest] = probes.keys();
  if (probes.size > KEPT && oldest !== undefined) probes.delete(oldest);
  return probe;
}

/** Raised whenever a probe of the same file would say more, or something else. */
const PROBE_VERSION = 1;

async function probeOrRead({ path, demuxer, sha256 }: ProbedFile, cacheFolder: string): Promise<MediaProbe> {
  const kept = join(cacheFolder, `${sha256}.probe-${PROBE_VERSION}.json`);
  const known = await readProbe(kept);
  if (known) return known;
  const probe = await probeMedia(path, demuxer);
  await mkdir(cacheFolder, { recursive: true });
  const partial = `${kept}.${randomUUID()}.partial`;
  await writeFile(partial, JSON.stringify(probe));
  await rename(partial, kept);
  return probe;
}

async function readProbe(kept: string): Promise<MediaProbe | null> {
  try {
    return JSON.parse(await readFile(kept, 'utf8'));
  } catch {
    // No slot has asked yet, or the disk was full when one did: it is asked now.
    return null;
  }
}
