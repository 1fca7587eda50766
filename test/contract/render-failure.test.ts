import { expect, test } from 'vitest';
import { DataInvalid, placeText, RenderFailure } from '../../contract/render-failure.ts';

test.each([
  [
    { scene: 'offer', layer: 'photo', variable: 'photo_url' },
    'Scene "offer", layer "photo" (variable "photo_url")',
  ],
  [{ scene: 'offer', layer: null, variable: 'brand' }, 'Scene "offer" (variable "brand")'],
  [{ scene: null, layer: 'photo', variable: null }, 'Layer "photo"'],
  [{ scene: null, layer: null, variable: null }, 'Template'],
])('a place %j reads %j', (place, text) => expect(placeText(place)).toBe(text));

test('what may pass by itself is worth another try, what lies in the data is not', () => {
  for (const code of ['encoder', 'storage', 'timeout', 'node_lost'] as const)
    expect(new RenderFailure(code, 'x').retryable).toBe(true);
  for (const code of ['asset_unreachable', 'asset_type', 'data_invalid', 'template_invalid'] as const)
    expect(new RenderFailure(code, 'x').retryable).toBe(false);
});

test('invalid data carries its place in the sentence and what caused it', () => {
  const cause = new Error('inner');
  const failure = new DataInvalid(
    { scene: null, layer: 'Title', variable: 'ink', problem: 'is no colour' },
    { cause },
  );
  expect(failure).toMatchObject({
    code: 'data_invalid',
    message: 'Layer "Title" (variable "ink"): is no colour',
    cause,
  });
});
