import { assetName } from '../../contract/template/values.ts';

export interface AssetUse {
  name: string;
  /** `layers[0].src` */
  path: string;
}

/** Every `asset:NAME` that stands literally in a template document. */
export function assetUses(document: unknown, path = ''): AssetUse[] {
  if (typeof document === 'string') {
    const name = assetName(document);
    return name === null || name.includes('{{') ? [] : [{ name, path }];
  }
  if (Array.isArray(document)) return document.flatMap((item, index) => assetUses(item, `${path}[${index}]`));
  if (document && typeof document === 'object')
    return Object.entries(document)
      .filter(([key]) => !(path === '' && key === 'examples') && key !== 'text')
      .flatMap(([key, value]) => assetUses(value, path === '' ? key : `${path}.${key}`));
  return [];
}
