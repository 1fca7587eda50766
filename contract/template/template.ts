/**
 * The template model, version 1: what a stored template document may say. Strict: an unknown field is a fault, named by
 * its path. Every field has a default, so a layer needs only its type and its content.
 */
import { z } from 'zod';
import { imageTemplateSchema } from './image-template.ts';
import { videoTemplateSchema } from './video-template.ts';

export const templateSchema = z.discriminatedUnion('kind', [imageTemplateSchema, videoTemplateSchema]);

export type Template = z.infer<typeof templateSchema>;
