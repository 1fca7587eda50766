/**
 * Media sources that a template puts together from a row's values: `asset:portraits/{{employee}}.png`. Which upload is meant is
 * known only with the row, so it is looked up when the row goes out.
 */
import type pg from 'pg';
import { hasPlaceholder, solePlaceholder } from '../../contract/template/placeholders.ts';

/** The composed texts of a template document that may name an asset; what people read is none. */
export function composedSources(document: unknown): string[] {
  if (typeof document === 'string')
    return hasPlaceholder(document) && solePlaceholder(document) === null ? [document] : [];
  if (Array.isArray(document)) return document.flatMap(composedSources);
  if (document === null || typeof document !== 'object') return [];
  return Object.entries(document)
    .filter(([key]) => key !== 'text' && key !== 'data' && key !== 'examples')
    .flatMap(([, value]) => composedSources(value));
}

/** Reads them by template version, each version once: versions never change. */
export function createComposedSources({
  pool,
}: {
  pool: pg.Pool;
}): (versionIds: string[]) => Promise<ReadonlyMap<string, string[]>> {
  const known = new Map<string, string[]>();

  return async (versionIds) => {
    const missing = [...new Set(versionIds)].filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    if (known.size > 10_000) known.clear();
    const { rows } = await pool.query<{ id: string; document: unknown }>(
      'SELECT id, document FROM template_versions WHERE id = ANY($1::uuid[])',
      [[...new Set(versionIds)]],
    );
    for (const { id, document } of rows) known.set(id, composedSources(document));
    return known;
  };
}
