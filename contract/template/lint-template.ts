/**
 * Is this a template we can store? Faults come with the path of the place, so that an author finds it.
 * A draft (no scenes, no layers, no cost) is no fault: generating from it is what the contract refuses (API §7.1).
 */
import type { z } from 'zod';
import { EXTERNAL_ID } from '../row-key.ts';
import { layerFaults } from './lint-layers.ts';
import { sceneFaults } from './lint-scenes.ts';
import { hasPlaceholder } from './placeholders.ts';
import { type Template, templateSchema } from './template.ts';
import type { TemplateFault } from './template-fault.ts';
import { variableUses } from './variables.ts';

export type TemplateLint = { ok: true; template: Template } | { ok: false; faults: TemplateFault[] };

export function lintTemplate(document: unknown): TemplateLint {
  const parsed = templateSchema.safeParse(document);
  if (!parsed.success)
    return { ok: false, faults: parsed.error.issues.flatMap((issue) => issueFaults(issue)) };
  const faults = [
    ...misplacedPlaceholders(parsed.data),
    ...reservedNames(parsed.data),
    ...layerFaults(parsed.data),
    ...(parsed.data.kind === 'video' ? sceneFaults(parsed.data) : []),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, template: parsed.data };
}

/** Union issues carry the useful message inside: the branch that came closest speaks. */
function issueFaults(issue: z.core.$ZodIssue, before: PropertyKey[] = []): TemplateFault[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const closest = issue.errors.reduce((best, branch) => (depth(branch) > depth(best) ? branch : best));
    return closest.flatMap((inner) => issueFaults(inner, path));
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: pathText([...path, key]), message: 'unknown field' }));
  return [{ path: pathText(path), message: issue.message }];
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

function pathText(path: PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
}

/** Variables come from scenes and layers alone (API §2.3), so a placeholder elsewhere would never be filled. */
function misplacedPlaceholders(template: Template): TemplateFault[] {
  const places: [string, unknown][] =
    template.kind === 'image'
      ? [
          ['background', template.background],
          ['base_image', template.base_image],
        ]
      : [['soundtrack.src', template.soundtrack?.src]];
  return places
    .filter(([, value]) => hasPlaceholder(typeof value === 'string' ? value : JSON.stringify(value ?? '')))
    .map(([path]) => ({
      path,
      message: 'cannot take a placeholder: variables live in scenes and layers only',
    }));
}

function reservedNames(template: Template): TemplateFault[] {
  return variableUses(template).flatMap(({ name, path }) => {
    if (name === EXTERNAL_ID)
      return [{ path, message: `"${EXTERNAL_ID}" is reserved for the row's own identifier` }];
    if (/[{}]/.test(name))
      return [
        { path, message: `a variable's name has no braces: write "${name.replaceAll(/[{}]/g, '').trim()}"` },
      ];
    if (name === '') return [{ path, message: 'a placeholder needs a name: {{name}}' }];
    if (name.includes('|'))
      return [{ path, message: 'filters such as {{name|upper}} are not supported; use transform' }];
    return [];
  });
}
