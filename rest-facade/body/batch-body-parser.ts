/**
 * Reads the JSON body of a submission while it arrives: finds where each row begins and ends and hands the row to
 * JSON.parse. A body with too many rows is refused once that many were counted, however long it goes on.
 */
import { isUtf8 } from 'node:buffer';
import { bodyNotJson, MAX_ROWS, memberTooLarge, rowTooLarge, tooManyRows } from '../refusals.ts';

/** The members of the body that the document names. Their shapes are judged by the gateway. */
export interface BatchBody {
  rows: unknown;
  batchName: unknown;
}

export interface BatchBodyParser {
  /** @throws {RestRefusal} as soon as the body cannot be accepted any more. */
  write(chunk: Uint8Array): void;
  /** A body without any content has neither rows nor name. @throws {RestRefusal} when it ends too early. */
  end(): BatchBody;
}

/** JSON of one row or one other member. The gateway allows an eighth of it for a row; escapes make text longer. */
const MAX_PART_BYTES = 2 * 1024 * 1024;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;

export function createBatchBodyParser(): BatchBodyParser {
  const text = createTextBetweenMarks();
  const members: Record<string, unknown> = Object.create(null);
  let state: 'start' | 'name' | 'value' | 'rows' | 'rowsClosed' | 'closed' | 'other' = 'start';
  let name: string | null = null;
  let rows: unknown[] = [];
  let isEmptyObject = true;

  let position = 0;
  let depth = 0;
  let inString = false;
  let afterBackslash = false;

  return {
    write(chunk) {
      text.open(chunk);
      for (let at = 0; at < chunk.length; at++) scan(chunk[at] as number, at);
      if (text.close() > MAX_PART_BYTES) throw tooLarge();
    },
    end() {
      const rest = text.take(0);
      if (state === 'start' && isBlank(rest)) return { rows: undefined, batchName: undefined };
      if (state === 'start' || state === 'other') parse(rest);
      else if (state !== 'closed' || !isBlank(rest)) throw invalid();
      return { rows: members.rows, batchName: members.batch_name };
    },
  };

  /** Marks are the structural bytes of the body's object and of its rows; what lies deeper is left to JSON.parse. */
  function scan(byte: number, at: number): void {
    if (position < 3 && byte === BYTE_ORDER_MARK[position++]) text.drop(at);
    else if (inString) {
      if (afterBackslash) afterBackslash = false;
      else if (byte === BACKSLASH) afterBackslash = true;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === LEFT_BRACE || byte === LEFT_BRACKET) {
      if (depth < 2) mark(byte, at);
      depth++;
    } else if (byte === RIGHT_BRACE || byte === RIGHT_BRACKET) {
      if (depth <= 2) mark(byte, at);
      depth--;
    } else if (depth <= 2 && (byte === COMMA || byte === COLON)) mark(byte, at);
  }

  function mark(byte: number, at: number): void {
    switch (state) {
      case 'start':
        if (byte !== LEFT_BRACE) state = 'other';
        else if (isBlank(text.take(at))) state = 'name';
        else throw invalid();
        return;
      case 'name':
        if (byte === COLON) beginValue(parse(text.take(at)));
        else if (byte === RIGHT_BRACE && isEmptyObject && isBlank(text.take(at))) state = 'closed';
        else throw invalid();
        return;
      case 'value':
        if (depth > 1) return;
        if (byte === LEFT_BRACKET && name === 'rows') beginRows(text.take(at));
        else if (byte === COMMA || byte === RIGHT_BRACE) endMember(shallow(parse(text.take(at))), byte);
        return;
      case 'rows':
        if (depth === 2) endRow(text.take(at), byte);
        return;
      case 'rowsClosed':
        if (!isBlank(text.take(at))) throw invalid();
        endMember(rows, byte);
        return;
      case 'closed':
        throw invalid();
      case 'other':
        return;
      default:
        state satisfies never;
    }
  }

  function beginValue(parsedName: unknown): void {
    if (typeof parsedName !== 'string') throw invalid();
    name = parsedName;
    state = 'value';
  }

  function beginRows(before: Buffer): void {
    if (!isBlank(before)) throw invalid();
    rows = [];
    state = 'rows';
  }

  function endRow(row: Buffer, byte: number): void {
    if (byte !== COMMA && byte !== RIGHT_BRACKET) throw invalid();
    if (byte === COMMA || rows.length > 0 || !isBlank(row)) {
      if (rows.length === MAX_ROWS) throw tooManyRows(MAX_ROWS);
      rows.push(parseRow(row));
    }
    if (byte === RIGHT_BRACKET) state = 'rowsClosed';
  }

  function endMember(value: unknown, byte: number): void {
    if (byte !== COMMA && byte !== RIGHT_BRACE) throw invalid();
    // A name given twice keeps its last value, as in JSON.parse. Members without a meaning are not kept.
    if (name === 'rows' || name === 'batch_name') members[name] = value;
    isEmptyObject = false;
    state = byte === COMMA ? 'name' : 'closed';
  }

  function parseRow(bytes: Buffer): unknown {
    const row = parse(bytes);
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return shallow(row);
    const values = row as Record<string, unknown>;
    const plain = Object.values(values).some((value) => typeof value === 'number')
      ? (JSON.parse(quoteNumbers(bytes.toString())) as Record<string, unknown>)
      : values;
    for (const key of Object.keys(plain)) plain[key] = shallow(plain[key]);
    return plain;
  }

  function parse(bytes: Buffer): unknown {
    if (bytes.length > MAX_PART_BYTES) throw tooLarge();
    if (!isUtf8(bytes)) throw invalid();
    try {
      return JSON.parse(bytes.toString());
    } catch (error) {
      throw invalid({ cause: error });
    }
  }

  function tooLarge(): Error {
    return state === 'rows'
      ? rowTooLarge(rows.length, MAX_PART_BYTES)
      : memberTooLarge(whereabouts(), MAX_PART_BYTES);
  }

  function invalid(options?: ErrorOptions): Error {
    return bodyNotJson(whereabouts(), options);
  }

  function whereabouts(): string {
    if (state === 'rows') return `rows[${rows.length}]`;
    return state === 'value' && name !== null ? JSON.stringify(name.slice(0, 80)) : 'The request body';
  }
}

/** Gathers the bytes since the last mark, also across chunks. */
function createTextBetweenMarks() {
  let earlier: Uint8Array[] = [];
  let earlierBytes = 0;
  let chunk: Uint8Array = new Uint8Array();
  let start = 0;

  return {
    open(next: Uint8Array): void {
      chunk = next;
      start = 0;
    },
    /** Keeps what follows the last mark and returns how many bytes wait for the next one. */
    close(): number {
      if (start < chunk.length) earlier.push(chunk.subarray(start));
      earlierBytes += chunk.length - start;
      chunk = new Uint8Array();
      start = 0;
      return earlierBytes;
    },
    /** Everything up to the byte at `at`, which is dropped. */
    take(at: number): Buffer {
      const bytes = Buffer.concat([...earlier, chunk.subarray(start, at)]);
      earlier = [];
      earlierBytes = 0;
      start = at + 1;
      return bytes;
    },
    drop(at: number): void {
      start = at + 1;
    },
  };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

/**
 * A value in a row is kept as its JSON text (1.10 stays 1.10, a long number keeps its digits), and a JavaScript number
 * would not keep it. `json` is valid JSON.
 */
function quoteNumbers(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
}

/** Where a plain value is expected, the gateway refuses a list or an object whatever it holds; so that is dropped. */
function shallow(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
}
