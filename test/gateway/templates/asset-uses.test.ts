import { expect, test } from 'vitest';
import { assetUses } from '../../../gateway/templates/asset-uses.ts';

test('finds every asset that a document names itself, in groups, masks and logos, too', () => {
  const document = {
    base_image: 'asset:frame.png',
    examples: { src: 'asset:ada.jpg', logo: 'asset:b.png' },
    layers: [
      { type: 'text', text: 'asset:no.png', mask: { src: 'asset:mask.png' } },
      {
        type: 'group',
        layers: [
          { type: 'image', src: 'asset:photo.jpg' },
          { type: 'image', src: 'asset:{{photo}}' },
          { type: 'qr', data: 'asset:no.png', logo: 'asset:logo.png' },
        ],
      },
    ],
  };
  expect(assetUses(document)).toEqual([
    { name: 'frame.png', path: 'base_image' },
    { name: 'mask.png', path: 'layers[0].mask.src' },
    { name: 'photo.jpg', path: 'layers[1].layers[0].src' },
    { name: 'logo.png', path: 'layers[1].layers[2].logo' },
  ]);
});
