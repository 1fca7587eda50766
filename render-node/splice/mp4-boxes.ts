/** The bricks of an MP4 file (ISO/IEC 14496-12): a box is its length, four letters and its content. */

export function box(type: string, ...content: (Buffer | number[])[]): Buffer {
  const parts = content.map((part) => (Buffer.isBuffer(part) ? part : u32(...part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(parts.reduce((sum, part) => sum + part.length, head.length));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

/** Numbers of 32 bits, big-endian. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

/** Numbers of 16 bits, big-endian. */
export function u16(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
}

/** The content of the first box at a path such as `moov/trak/mdia`; null when there is none. */
export function findBox(bytes: Buffer, path: string): Buffer | null {
  return findBoxes(bytes, path)[0] ?? null;
}

/** The contents of all boxes at a path. They share the memory of `bytes`. */
export function findBoxes(bytes: Buffer, path: string): Buffer[] {
  let within = [bytes];
  for (const type of path.split('/'))
    within = within.flatMap((parent) =>
      childBoxes(parent).flatMap((child) => (child.type === type ? [child.content] : [])),
    );
  return within;
}

function childBoxes(bytes: Buffer): { type: string; content: Buffer }[] {
  const boxes: { type: string; content: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length < 8) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    boxes.push({ type, content: bytes.subarray(at + 8, at + length) });
    at += length;
  }
  return boxes;
}
