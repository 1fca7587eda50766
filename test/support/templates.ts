/** Template documents for tests: a fault in one is the test's fault and says so. */

import type { ImageTemplate } from '../../contract/template/image-template.ts';
import { lintTemplate } from '../../contract/template/lint-template.ts';
import type { Template } from '../../contract/template/template.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';

/** An image template made of these layers; `more` adds or replaces top-level fields. */
export function imageTemplate(layers: object[], more: object = {}): ImageTemplate {
  return accept<ImageTemplate>({ kind: 'image', name: 'Picture', layers, ...more });
}

/** A video template made of these scenes. */
export function videoTemplate(scenes: object[], more: object = {}): VideoTemplate {
  return accept<VideoTemplate>({ kind: 'video', name: 'Film', scenes, estimated_credits: '0.25', ...more });
}

function accept<T extends Template>(document: unknown): T {
  const lint = lintTemplate(document);
  if (!lint.ok) throw new Error(`The test's template has faults: ${JSON.stringify(lint.faults)}`);
  return lint.template as T;
}
