/** What a file is, by its first bytes: names and declared types are the sender's claim. Null for what we do not take. */
export function sniffContentType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096));
  const start = head.toString('latin1', 0, 12);
  const exact = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (exact) return exact[1];
  if (start.startsWith('RIFF')) return RIFF_TYPES[start.slice(8)] ?? null;
  if (start.slice(4, 8) === 'ftyp') return isoMediaType(start.slice(8));
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  return mpegAudioType(head) ?? (isSvg(text) ? 'image/svg+xml' : captionsType(text));
}

const SIGNATURES: [signature: string, contentType: string][] = [
  ['\xff\xd8\xff', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\x1aE\xdf\xa3', 'video/webm'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['ID3', 'audio/mpeg'],
  ['\x00\x01\x00\x00', 'font/ttf'],
  ['OTTO', 'font/otf'],
  ['wOF2', 'font/woff2'],
];

const RIFF_TYPES: Record<string, string> = { WEBP: 'image/webp', WAVE: 'audio/wav' };

function isoMediaType(brand: string): string | null {
  if (brand === 'M4A ' || brand === 'M4B ') return 'audio/mp4';
  if (brand === 'qt  ') return 'video/quicktime';
  // Pictures in the same container, which our decoders do not take.
  if (/^(heic|heix|mif1|msf1|avif|avis)$/.test(brand)) return null;
  return 'video/mp4';
}

/** A frame's first eleven bits are set; then version and layer tell MP3 and ADTS from UTF-16 text, which begins alike. */
function mpegAudioType([first = 0, second = 0]: Uint8Array): string | null {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  if (layer === 0) return second >= 0xf0 ? 'audio/aac' : null;
  return version !== 1 && layer < 3 ? 'audio/mpeg' : null;
}

/** WebVTT says so itself; SRT begins with the times of its first cue, mostly after a number. */
function captionsType(text: string): string | null {
  if (/^WEBVTT(?:\s|$)/.test(text)) return 'text/vtt';
  const srt = /^\s*(?:\d+\s*\r?\n)?\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[,.]\d{1,3}\s*-->/;
  return srt.test(text) ? 'application/x-subrip' : null;
}

/** By hand: one pattern over any number of comments would take exponential time on a hostile file. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\ufeff/, '').trimStart();
  for (;;) {
    const end = rest.startsWith('<?')
      ? '?>'
      : rest.startsWith('<!--')
        ? '-->'
        : /^<!doctype\s+svg/i.test(rest)
          ? '>'
          : null;
    if (end === null) return /^<svg[\s>]/i.test(rest);
    const at = rest.indexOf(end);
    if (at === -1) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
}
