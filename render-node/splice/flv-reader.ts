/**
 * What comes out of an encoder, packet by packet. FLV because it says how long each packet is, so that a picture is known
 * to be whole without waiting for the next one.
 */
export interface FlvHandlers {
  /** The stream's header, an avcC; before its first picture. */
  header(avcC: Buffer): void;
  /** A coded picture; its NAL units have their lengths before them. */
  picture(bytes: Buffer): void;
}

const FILE_HEADER = 13;
const TAG_HEADER = 11;
const TAG_TRAILER = 4;
const VIDEO_TAG = 9;
const AVC_HEADER = 5;

/** @returns takes what the encoder wrote, in whatever pieces it comes. */
export function createFlvReader({ header, picture }: FlvHandlers): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let length = 0;
  let wanted = FILE_HEADER;
  let state: 'file' | 'tag' | 'body' = 'file';

  function read(bytes: Buffer) {
    switch (state) {
      case 'file':
        return expect('tag', TAG_HEADER);
      case 'tag':
        return expect('body', bytes.readUIntBE(1, 3) + TAG_TRAILER, bytes[0] === VIDEO_TAG);
      case 'body':
        if (isVideo) readVideo(bytes.subarray(0, -TAG_TRAILER));
        return expect('tag', TAG_HEADER);
      default:
        return state satisfies never;
    }
  }

  let isVideo = false;
  function expect(next: typeof state, bytes: number, video = false) {
    state = next;
    wanted = bytes;
    isVideo = video;
  }

  function readVideo(body: Buffer) {
    const content = body.subarray(AVC_HEADER);
    if (body[1] === 0) header(Buffer.from(content));
    else if (body[1] === 1 && content.length > 0) picture(Buffer.from(content));
  }

  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length < wanted) return;
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, length);
    while (rest.length >= wanted) {
      const taken = wanted;
      read(rest.subarray(0, taken));
      rest = rest.subarray(taken);
    }
    chunks = rest.length > 0 ? [rest] : [];
    length = rest.length;
  };
}
