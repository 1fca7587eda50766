/** The public URL of each kind of file. Paths say what a file is; the object's key stays ours. */
import type { Deps } from '../deps.ts';
import { signUrl } from './signed-url.ts';

type Settings = Pick<Deps['settings'], 'publicUrl' | 'urlSigningKey' | 'resultDays'>;

const DAY_MS = 86_400_000;
/** For files that live as long as their template or workspace does. */
const FOR_EVER = new Date('9999-12-31T00:00:00Z');

/** `key` is an output's or thumbnail's object key: `outputs/…/<row>/<attempt>/<file>`. */
export function resultUrl(settings: Settings, key: string, finishedAt: Date): string {
  const expires = new Date(finishedAt.getTime() + settings.resultDays * DAY_MS);
  return signUrl(settings, `/r/${key.split('/').slice(-3).join('/')}`, expires);
}

export function exportUrl(settings: Settings, batchId: string, doneAt: Date): string {
  const expires = new Date(doneAt.getTime() + settings.resultDays * DAY_MS);
  return signUrl(settings, `/exports/${batchId}.csv`, expires);
}

export function templateThumbnailUrl(settings: Settings, templateId: string): string {
  return signUrl(settings, `/templates/${templateId}/thumbnail.jpg`, FOR_EVER);
}

export function sampleCsvUrl(settings: Settings, templateId: string): string {
  return signUrl(settings, `/templates/${templateId}/sample.csv`, FOR_EVER);
}

export function assetUrl(settings: Settings, assetId: string): string {
  return signUrl(settings, `/assets/${assetId}`, FOR_EVER);
}
