import { describe, expect, test } from 'vitest';
import { isColour } from '../../../contract/template/colour.ts';
import {
  assetName,
  fillSchema,
  isSource,
  lengthSchema,
  sourceSchema,
  strokeSchema,
} from '../../../contract/template/values.ts';
import { startCpuTime } from '../../support/cpu-time.ts';

describe('a colour', () => {
  test.each([
    ...['#fff', '#FFFF', '#1e88e5', '#1e88e5cc', 'red', 'RebeccaPurple', 'transparent', ' navy '],
    ...['rgb(1,2,3)', 'rgb( 1 , 2 , 3 )', 'rgba(0,0,0,0.5)', 'rgba(0, 0, 0, .5)', 'rgb(0 0 0 / 50%)'],
    ...['rgb(10%, 20%, 30%)', 'hsl(210, 50%, 40%)', 'hsl(120deg 50% 50%)', 'HSLA(-30, 10%, 10%, 1)'],
  ])('can be %j', (text) => expect(isColour(text)).toBe(true));

  test.each([
    ...['', '#', '#12', '#12345', '#gggggg', 'reddish', 'rgb(1,2)', 'rgb(1,2,3', 'rgb(a,b,c)', 'url(x)'],
    ...['constructor', 'red;', 'rgb(1,2,3,4,5)', '#fff\n#fff', 'var(--x)'],
  ])('cannot be %j', (text) => expect(isColour(text)).toBe(false));

  test('is refused quickly however long the text is', () => {
    const cpuMs = startCpuTime();
    expect(isColour(`rgb(1${' '.repeat(250_000)}x`)).toBe(false);
    expect(cpuMs()).toBeLessThan(100);
  });
});

describe('a length', () => {
  test.each([0, -12.5, '50%', '6 vmin', '6vmin', '-3.5%', '10px', '10', '2 vmax', '3 vw', '4vh'])(
    'can be %j',
    (length) => expect(lengthSchema.parse(length)).toBe(length),
  );
  test.each(['', 'abc', '5em', '1e3', '5 5', '%', '.5%', null, true, Number.NaN, Number.POSITIVE_INFINITY])(
    'cannot be %j',
    (length) => expect(lengthSchema.safeParse(length).success).toBe(false),
  );
});

describe('a fill', () => {
  test('is a colour', () => {
    expect(fillSchema.parse('#1e88e5')).toBe('#1e88e5');
  });

  test('is a gradient, which runs downwards unless told otherwise', () => {
    const stops = [
      { offset: 0, color: '#000' },
      { offset: 1, color: 'white' },
    ];
    expect(fillSchema.parse({ type: 'linear', stops })).toEqual({ type: 'linear', angle: 90, stops });
    expect(fillSchema.parse({ type: 'radial', stops })).toEqual({ type: 'radial', stops });
  });

  test.each([
    [{ type: 'linear', stops: [{ offset: 0, color: '#000' }] }],
    [{ type: 'linear', stops: [{ offset: 0 }, { offset: 1.1 }] }],
    [{ type: 'conic', stops: [{ offset: 0 }, { offset: 1 }] }],
    [{ type: 'radial', angle: 5, stops: [{ offset: 0 }, { offset: 1 }] }],
    ['stripes'],
  ])('is not %j', (fill) => expect(fillSchema.safeParse(fill).success).toBe(false));
});

test('a stroke is black unless it says otherwise', () => {
  expect(strokeSchema.parse({ width: 2 })).toEqual({ width: 2, color: '#000000' });
});

describe('a media source', () => {
  test.each(['https://example.com/a.png', 'asset:logo.png', 'asset:certificate/frame.png', '{{photo}}', ''])(
    'can be written %j',
    (source) => expect(sourceSchema.parse(source)).toBe(source),
  );
  test.each([
    ...[
      'http://example.com/a.png',
      'file:///etc/passwd',
      'data:image/png;base64,AA==',
      'ftp://x/y',
      'javascript:1',
    ],
    ...['asset:', 'logo.png', '/etc/passwd', '//example.com/a.png'],
  ])('cannot be written %j', (source) => {
    expect(isSource(source)).toBe(false);
    expect(sourceSchema.safeParse(source).success).toBe(false);
  });

  test('names its asset', () => {
    expect(assetName('asset:certificate/frame.png')).toBe('certificate/frame.png');
    expect(assetName('https://example.com')).toBeNull();
  });
});
