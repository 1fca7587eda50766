import { localInput } from './one-shot.ts';
import { LOCAL_FILES_ONLY, spawnFfmpeg } from './spawn-ffmpeg.ts';

/**
 * How long a file's pictures last, by reading it through without decoding: for recordings that do not say so
 * (browsers write WebM as they go).
 * @throws {FfmpegFailed}
 */
export async function measureSeconds(file: string, demuxer: string, signal: AbortSignal): Promise<number> {
  const ffmpeg = spawnFfmpeg(
    [
      ...['-nostdin', ...LOCAL_FILES_ONLY, '-f', demuxer, '-i', localInput(file)],
      ...['-map', '0:v:0', '-c', 'copy', '-progress', 'pipe:1', '-f', 'null', '-'],
    ],
    signal,
  );
  let microseconds = 0;
  let tail = '';
  ffmpeg.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (tail + text).split('\n');
    tail = lines.pop() ?? '';
    for (const line of lines)
      if (line.startsWith('out_time_us='))
        microseconds = Number.parseInt(line.slice('out_time_us='.length), 10);
  });
  await ffmpeg.finished;
  return (microseconds || 0) / 1e6;
}
