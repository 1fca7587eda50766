/** What ffmpeg calls the format of a sniffed file: it is told, never left to guess (a playlist named .mp4 stays unread). */
const DEMUXERS: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-msvideo': 'avi',
  'image/gif': 'gif',
  'audio/mp4': 'mov',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/aac': 'aac',
};

/** Null for a type that is not played. */
export function demuxerFor(contentType: string): string | null {
  return DEMUXERS[contentType] ?? null;
}
