import { hasPlaceholder } from '../../contract/template/placeholders.ts';
import { assetName } from '../../contract/template/values.ts';

export interface AssetUse {
  name: string;
  /** `layers[0].src` */
  path: string;
}

/** The fields that hold a media source; a text that reads "asset:x" is only a text. */
const SOURCE_FIELDS: ReadonlySet<string> = new Set(['src', 'base_image', 'logo']);

/** Every `asset:NAME` that a template document names itself, as opposed to a row. */
export function assetUses(document: object, path = ''): AssetUse[] {
  return Object.entries(document).flatMap(([key, value]) => {
    // Examples are what rows might say, under names of their own.
    if (path === '' && key === 'examples') return [];
    const place = Array.isArray(document) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null) return assetUses(value, place);
    const name = SOURCE_FIELDS.has(key) && typeof value === 'string' ? assetName(value) : null;
    return name === null || hasPlaceholder(name) ? [] : [{ name, path: place }];
  });
}
