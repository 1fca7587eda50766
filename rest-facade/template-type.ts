import { kindOfType, type MediaKind, type TemplateType } from './media-kind.ts';
import { typeInvalid } from './refusals.ts';

/**
 * The query parameter `type`.
 * @throws {RestRefusal} 400 for anything but one of the two words, also when it is empty or given twice.
 */
export function readTemplateType(given: unknown): MediaKind {
  if (given === undefined) return 'VIDEO';
  if (typeof given !== 'string' || !Object.hasOwn(kindOfType, given)) throw typeInvalid();
  return kindOfType[given as TemplateType];
}
