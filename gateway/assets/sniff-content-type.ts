/** What a file is, by its first bytes: names and declared types are the sender's claim. Null for what we do not take. */
export function sniffContentType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512));
  const ascii = (start: number, end: number) => head.toString('latin1', start, end);
  if (head.length < 4) return null;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'image/gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WAVE') return 'audio/wav';
  if (ascii(4, 8) === 'ftyp') return isoMediaType(ascii(8, 12));
  if (ascii(0, 4) === '\x1aE\xdf\xa3') return 'video/webm';
  if (ascii(0, 4) === 'OggS') return 'audio/ogg';
  if (ascii(0, 4) === 'fLaC') return 'audio/flac';
  if (ascii(0, 3) === 'ID3' || (head[0] === 0xff && (head[1] ?? 0) >= 0xe2))
    return mpegAudioType(head[1] ?? 0, ascii(0, 3));
  if (
    /^(\ufeff|\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(
      head.toString('utf8'),
    )
  )
    return 'image/svg+xml';
  return null;
}

function isoMediaType(brand: string): string | null {
  if (brand === 'M4A ' || brand === 'M4B ') return 'audio/mp4';
  if (brand === 'qt  ') return 'video/quicktime';
  // Pictures in the same container, which our decoders do not take.
  if (/^(heic|heix|mif1|msf1|avif|avis)$/.test(brand)) return null;
  return 'video/mp4';
}

/** An ADTS header has its layer bits zero; MPEG audio frames and ID3 tags do not. */
function mpegAudioType(second: number, tag: string): string {
  return tag !== 'ID3' && (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg';
}
