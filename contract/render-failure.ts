/**
 * Why a row could not be rendered. The code is for machines and statistics; the sentence is for the customer and names
 * scene, layer and variable. Only the codes in RETRYABLE are worth another try.
 */
import { z } from 'zod';

export const renderFailureCodeSchema = z.enum([
  'asset_unreachable',
  'asset_type',
  'asset_too_large',
  'missing_glyph',
  'text_overflow',
  'data_invalid',
  'template_invalid',
  'encoder',
  'storage',
  'timeout',
  'node_lost',
]);
export type RenderFailureCode = z.infer<typeof renderFailureCodeSchema>;

export const RETRYABLE: ReadonlySet<RenderFailureCode> = new Set<RenderFailureCode>([
  'encoder',
  'storage',
  'timeout',
  'node_lost',
]);

export interface FailurePlace {
  scene: string | null;
  layer: string | null;
  variable: string | null;
}

export class RenderFailure extends Error {
  readonly code: RenderFailureCode;

  constructor(code: RenderFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RenderFailure';
    this.code = code;
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}

export class DataInvalid extends RenderFailure {
  constructor({ problem, ...place }: FailurePlace & { problem: string }, options?: ErrorOptions) {
    super('data_invalid', `${placeText(place)}: ${problem}`, options);
  }
}

/** `Scene "offer", layer "photo" (variable "photo_url")` with whatever of it is known. */
export function placeText({ scene, layer, variable }: FailurePlace): string {
  const parts = [
    scene === null ? null : `scene "${scene}"`,
    layer === null ? null : `layer "${layer}"`,
  ].filter(Boolean);
  const place = parts.join(', ') || 'template';
  const text = variable === null ? place : `${place} (variable "${variable}")`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
