/** SRT and WebVTT → cues. Read as players do: blank lines part cues, numbers and names of cues do not matter. */
export interface SubtitleCue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
}

/** What is wrong with a file, and in which of its lines, counted from 1. */
export class SubtitleFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'SubtitleFault';
    this.line = line;
  }
}

const MOST_CUES = 5_000;

/** @throws {SubtitleFault} */
export function parseSubtitles(file: string): SubtitleCue[] {
  const lines = file.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const cues: SubtitleCue[] = [];
  for (const block of blocksOf(lines)) {
    if (cues.length >= MOST_CUES) throw new SubtitleFault(block.line, `holds more than ${MOST_CUES} cues`);
    const cue = readBlock(block);
    if (cue) cues.push(cue);
  }
  if (cues.length === 0) throw new SubtitleFault(1, 'holds no cue');
  return cues.sort((one, other) => one.start - other.start);
}

interface Block {
  /** Number of its first line. */
  line: number;
  lines: string[];
}

function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let open = false;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') open = false;
    else if (open) blocks.at(-1)!.lines.push(line);
    else {
      blocks.push({ line: index + 1, lines: [line] });
      open = true;
    }
  }
  return blocks;
}

/** What WebVTT holds besides cues. */
const NO_CUE = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[\s:]|$)/;

function readBlock({ line, lines }: Block): SubtitleCue | null {
  if (NO_CUE.test(lines[0]!)) return null;
  const timing = lines.findIndex((text) => text.includes('-->'));
  if (timing < 0 || timing > 1)
    throw new SubtitleFault(line, 'has no times: a cue begins with such as 00:00:01,000 --> 00:00:03,500');
  const [start, end] = readTiming(lines[timing]!, line + timing);
  const text = lines
    .slice(timing + 1)
    .map(plainText)
    .join('\n')
    .trim();
  return text === '' ? null : { start, end, text };
}

const TIMING = /^\s*(\S+)\s*-->\s*(\S+)(?:\s.*)?$/;

function readTiming(text: string, line: number): [start: number, end: number] {
  const [, from = '', to = ''] = TIMING.exec(text) ?? [];
  const [start, end] = [readTime(from), readTime(to)];
  if (start === null || end === null)
    throw new SubtitleFault(line, 'has a time that is none: write hours:minutes:seconds,thousandths');
  if (end <= start) throw new SubtitleFault(line, 'has a cue that ends before it begins');
  return [start, end];
}

/** Hours may be left out; SRT has a comma where WebVTT has a point. */
const TIME = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?$/;

function readTime(text: string): number | null {
  const parts = TIME.exec(text);
  if (!parts) return null;
  const [, hours = '0', minutes, seconds, fraction = '0'] = parts;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
};

/** Without the marks of players: `<i>`, `<c.yellow>`, `<00:00:01.000>`, `{\an8}`. */
function plainText(line: string): string {
  return line
    .replace(/<\/?[a-z0-9:.][^<>]*>/gi, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}
