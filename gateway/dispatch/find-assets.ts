import type pg from 'pg';
import type { AssetReference } from '../../contract/render-work.ts';

/** The uploaded files of those names, under `<workspaceId>/<name>`; names that nobody uploaded are absent. */
export async function findAssets(
  { pool }: { pool: pg.Pool },
  { names }: { names: { workspaceId: string; name: string }[] },
): Promise<Map<string, AssetReference>> {
  if (names.length === 0) return new Map();
  const { rows } = await pool.query<AssetReference & { workspaceId: string; name: string }>(
    `SELECT DISTINCT a.workspace_id AS "workspaceId", a.name, a.object_key AS "objectKey",
       a.content_type AS "contentType", a.sha256
     FROM assets a JOIN unnest($1::uuid[], $2::text[]) AS t (workspace_id, name) USING (workspace_id, name)`,
    [names.map(({ workspaceId }) => workspaceId), names.map(({ name }) => name)],
  );
  return new Map(
    rows.map(({ workspaceId, name, ...reference }) => [`${workspaceId}/${name}`, reference] as const),
  );
}
