/** What a file is by its first bytes; names and headers of servers are not believed. */
export const SNIFFED_BYTES = 4_096;

/** The media type, or null for anything that no layer can show, play or write with. */
export function sniffMedia(start: Buffer): string | null {
  for (const { at = 0, bytes, type } of SIGNATURES)
    if (start.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))) return type;
  if (start.toString('latin1', 0, 4) === 'RIFF') return RIFF_TYPES[start.toString('latin1', 8, 12)] ?? null;
  if (start.toString('latin1', 4, 8) === 'ftyp') return isoMediaType(start.toString('latin1', 8, 12));
  if (isMpegAudioFrame(start)) return isAdtsFrame(start) ? 'audio/aac' : 'audio/mpeg';
  return looksLikeSvg(start) ? 'image/svg+xml' : captionsType(start);
}

const SIGNATURES: { at?: number; bytes: string; type: string }[] = [
  { bytes: '\xff\xd8\xff', type: 'image/jpeg' },
  { bytes: '\x89PNG\r\n\x1a\n', type: 'image/png' },
  { bytes: 'GIF87a', type: 'image/gif' },
  { bytes: 'GIF89a', type: 'image/gif' },
  { bytes: '\x1a\x45\xdf\xa3', type: 'video/webm' },
  { bytes: 'ID3', type: 'audio/mpeg' },
  { bytes: 'OggS', type: 'audio/ogg' },
  { bytes: 'fLaC', type: 'audio/flac' },
  { bytes: '\x00\x01\x00\x00', type: 'font/ttf' },
  { bytes: 'OTTO', type: 'font/otf' },
  { bytes: 'wOF2', type: 'font/woff2' },
];

const RIFF_TYPES: Record<string, string> = {
  WEBP: 'image/webp',
  WAVE: 'audio/wav',
  'AVI ': 'video/x-msvideo',
};

function isoMediaType(brand: string): string | null {
  if (/^(avif|avis|heic|heix|hevc|mif1|msf1)$/.test(brand)) return null;
  if (/^M4[AB] $/.test(brand)) return 'audio/mp4';
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

/** Eleven set bits, then a layer: I to III for MP3, none for AAC in ADTS. */
function isMpegAudioFrame(start: Buffer): boolean {
  const [first = 0, second = 0] = start;
  return first === 0xff && (second & 0xe0) === 0xe0 && ((second & 0x06) !== 0 || isAdtsFrame(start));
}

function isAdtsFrame([, second = 0]: Buffer): boolean {
  return (second & 0xf6) === 0xf0;
}

function looksLikeSvg(start: Buffer): boolean {
  const text = start.toString('utf8').replace(/^\ufeff/, '');
  return /^\s*(<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*(\[[\s\S]*?\])?[^>]*>\s*)*<svg[\s>]/i.test(
    text,
  );
}

/** A cue's times stand in the first or second line; SRT has no other mark. */
const SRT_START = /^\s*(?:\d+\s*\r?\n)?\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[,.]\d{1,3}\s*-->/;

function captionsType(start: Buffer): string | null {
  const text = start.toString('utf8').replace(/^\ufeff/, '');
  if (/^WEBVTT(?:\s|$)/.test(text)) return 'text/vtt';
  return SRT_START.test(text) ? 'application/x-subrip' : null;
}
