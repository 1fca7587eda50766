import { type MediaProbe, probeMedia } from './one-shot.ts';

const KEPT = 500;
const probes = new Map<string, Promise<MediaProbe>>();

/**
 * Rows of a batch mostly share their clips and music: what is in a file is asked once per process.
 * @throws {FfmpegFailed}
 */
export function probeOnce(file: { path: string; demuxer: string; sha256: string }): Promise<MediaProbe> {
  const known = probes.get(file.sha256);
  if (known) return known;
  const probe = probeMedia(file.path, file.demuxer);
  probes.set(file.sha256, probe);
  // It may be ffprobe that failed rather than the file: the next row asks again.
  probe.catch(() => probes.delete(file.sha256));
  const [oldest] = probes.keys();
  if (probes.size > KEPT && oldest !== undefined) probes.delete(oldest);
  return probe;
}
