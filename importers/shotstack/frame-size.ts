import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import { evenSize, type Frame } from '../values.ts';

/** Width and height of 16:9. */
const RESOLUTIONS: Record<string, [number, number]> = {
  preview: [512, 288],
  mobile: [640, 360],
  sd: [1024, 576],
  hd: [1280, 720],
  '1080': [1920, 1080],
  '4k': [3840, 2160],
};

/** The frame's size as its output says it: by size, or by resolution and aspect ratio. */
export function frameSize(output: Source | undefined, notes: ImportNotes): Frame {
  const named = output?.text('resolution') ?? 'hd';
  const [long, short] = RESOLUTIONS[named] ?? [1280, 720];
  const ratio = output?.text('aspectRatio') ?? '16:9';
  const size = output?.child('size');
  const width = size?.number('width');
  const height = size?.number('height');
  if (width !== undefined && height !== undefined) return evenSize(width, height);
  switch (ratio) {
    case '9:16':
      return evenSize(short, long);
    case '1:1':
      return evenSize(short, short);
    case '4:5':
      return evenSize((short * 4) / 5, short);
    case '4:3':
      return evenSize((short * 4) / 3, short);
    case '16:9':
      return evenSize(long, short);
    default:
      notes.add('output.aspectRatio', `"${ratio}" is unknown; 16:9 stands in its place`);
      return evenSize(long, short);
  }
}
