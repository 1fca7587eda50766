import type { MediaKind as Kind } from '../contract/render-work.ts';
import { builder } from './builder.ts';

export const MediaKind = builder.enumType('MediaKind', {
  description: 'What a template makes of a row.',
  values: { IMAGE: { value: 'image' as Kind }, VIDEO: { value: 'video' as Kind } },
});
