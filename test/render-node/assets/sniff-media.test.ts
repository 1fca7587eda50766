import { expect, test } from 'vitest';
import { sniffMedia } from '../../../render-node/assets/sniff-media.ts';

test('files are what their first bytes say', () => {
  const type = (text: string) => sniffMedia(Buffer.from(text, 'latin1'));
  expect(type('\xff\xd8\xff\xe0')).toBe('image/jpeg');
  expect(type('\x89PNG\r\n\x1a\n')).toBe('image/png');
  expect(type('RIFF\x00\x00\x00\x00WEBPVP8 ')).toBe('image/webp');
  expect(type('RIFF\x00\x00\x00\x00WAVEfmt ')).toBe('audio/wav');
  expect(type('\x00\x00\x00\x20ftypisom')).toBe('video/mp4');
  expect(type('\x00\x00\x00\x14ftypqt  ')).toBe('video/quicktime');
  expect(type('\x00\x00\x00\x20ftypM4A ')).toBe('audio/mp4');
  expect(type('\x1a\x45\xdf\xa3')).toBe('video/webm');
  expect(type('ID3\x04')).toBe('audio/mpeg');
  expect(type('\xff\xfb\x90\x00')).toBe('audio/mpeg');
  expect(type('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y">\n<svg xmlns="">')).toBe('image/svg+xml');
});

test('playlists, pages, heic and plain text are nothing we use', () => {
  for (const text of [
    '#EXTM3U\nhttp://10.0.0.1/',
    'ffconcat version 1.0',
    '<html><svg></svg>',
    '\x00\x00\x00\x18ftypheic',
    'hello',
    '',
  ])
    expect(sniffMedia(Buffer.from(text, 'latin1'))).toBeNull();
});
