/**
 * Is this a template we can store? Faults come with the path of the place, so that an author finds it.
 * A draft (no scenes, no layers, no cost) is no fault: generating from it is what the contract refuses (API §7.1).
 */
import type { z } from 'zod';
import { EXTERNAL_ID } from '../row-key.ts';
import { hasPlaceholder, placeholderNames } from './placeholders.ts';
import { type Layer, type Template, templateSchema } from './template.ts';
import { MAIN_PROPERTY, NOT_FILLED, variableUses } from './variables.ts';

export interface TemplateFault {
  /** `scenes[0].layers[2].font_size`; empty for the document itself. */
  path: string;
  message: string;
}

export type TemplateLint = { ok: true; template: Template } | { ok: false; faults: TemplateFault[] };

export function lintTemplate(document: unknown): TemplateLint {
  const parsed = templateSchema.safeParse(document);
  if (!parsed.success)
    return { ok: false, faults: parsed.error.issues.flatMap((issue) => issueFaults(issue)) };
  const faults = [
    ...misplacedPlaceholders(parsed.data),
    ...reservedNames(parsed.data),
    ...layerFaults(parsed.data),
    ...sceneTimeFaults(parsed.data),
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

/** An hour: longer videos would outlast any row's time limit. */
const MAX_VIDEO_SECONDS = 3_600;

/** Scenes overlap while one fades in, so a fade may take at most half of the shorter of the two, in whole frames. */
function sceneTimeFaults(template: Template): TemplateFault[] {
  if (template.kind !== 'video') return [];
  const { fps, scenes } = template;
  const frames = (seconds: number) => Math.max(1, Math.round(seconds * fps));
  const faults = scenes.flatMap((scene, index) => {
    const before = scenes[index - 1];
    if (!before || scene.transition.type === 'cut') return [];
    const longest = Math.floor(Math.min(frames(scene.duration), frames(before.duration)) / 2);
    if (frames(scene.transition.duration) <= longest) return [];
    const message = `is longer than half of the shorter scene beside it: ${longest / fps} s at most`;
    return [{ path: `scenes[${index}].transition.duration`, message }];
  });
  const seconds = scenes.reduce((sum, { duration }) => sum + duration, 0);
  if (seconds > MAX_VIDEO_SECONDS)
    faults.push({
      path: 'scenes',
      message: `last ${Math.round(seconds)} s together: ${MAX_VIDEO_SECONDS} s at most`,
    });
  return faults;
}

function layerFaults(template: Template): TemplateFault[] {
  const lists: [string, Layer[]][] =
    template.kind === 'image'
      ? [['', template.layers]]
      : template.scenes.map((scene, index) => [`scenes[${index}].`, scene.layers]);
  return lists.flatMap(([prefix, layers]) =>
    layers.flatMap((layer, index) => bindingFaults(layer, `${prefix}layers[${index}]`)),
  );
}

function bindingFaults(layer: Layer, path: string): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (layer.variable !== null && MAIN_PROPERTY[layer.type] === null)
    faults.push({ path: `${path}.variable`, message: `a ${layer.type} has no main property; use bind` });
  for (const property of Object.keys(layer.bind))
    if (!Object.hasOwn(layer, property) || NOT_BINDABLE.has(property))
      faults.push({
        path: `${path}.bind.${property}`,
        message: `a ${layer.type} layer has no property "${property}" to bind`,
      });
    else if (OF_PARTS.has(property))
      faults.push({
        path: `${path}.bind.${property}`,
        message: `${property} has parts and cannot be bound as a whole; put {{name}} into its color`,
      });
  for (const property of ['id', 'name'] as const)
    if (placeholderNames(layer[property] ?? '').length > 0)
      faults.push({ path: `${path}.${property}`, message: 'names a layer and cannot take a placeholder' });
  return faults;
}

const NOT_BINDABLE: ReadonlySet<string> = new Set([...NOT_FILLED, 'animations']);
const OF_PARTS: ReadonlySet<string> = new Set(['stroke', 'border']);
