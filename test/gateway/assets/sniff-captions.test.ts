import { expect, test } from 'vitest';
import { sniffContentType } from '../../../gateway/assets/sniff-content-type.ts';
import { sniffMedia } from '../../../render-node/assets/sniff-media.ts';

test.each([
  ['1\n00:00:01,000 --> 00:00:02,000\nHi', 'application/x-subrip'],
  ['\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHi', 'application/x-subrip'],
  ['00:01.000 --> 00:02.000\nHi', 'application/x-subrip'],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\nHi', 'text/vtt'],
  ['WEBVTTX', null],
  ['12 apples --> a pie', null],
  ['{"times": "00:00:01,000 --> 00:00:02,000"}', null],
])('%j is taken for %s, when it is uploaded and when it is played', (text, type) => {
  const bytes = Buffer.from(text);
  expect([sniffContentType(bytes), sniffMedia(bytes)]).toEqual([type, type]);
});
