/**
 * Is this a template we can store? Faults come with the path of the place, so that an author finds it.
 * A draft (no scenes, no layers, no cost) is no fault: generating from it is what the contract refuses (API §7.1).
 */
import { EXTERNAL_ID } from '../row-key.ts';
import type { ImageTemplate } from './image-template.ts';
import { fontFaults } from './lint-fonts.ts';
import { layerFaults } from './lint-layers.ts';
import { sceneFaults } from './lint-scenes.ts';
import { filterFaults, hasPlaceholder } from './placeholders.ts';
import { schemaFaults } from './schema-faults.ts';
import { type Template, templateSchema } from './template.ts';
import type { TemplateFault } from './template-fault.ts';
import { variableUses } from './variables.ts';

export type TemplateLint = { ok: true; template: Template } | { ok: false; faults: TemplateFault[] };

export function lintTemplate(document: unknown): TemplateLint {
  if (nestsDeeper(document, MOST_LEVELS))
    return { ok: false, faults: [{ path: '', message: `is nested more than ${MOST_LEVELS} levels deep` }] };
  const parsed = templateSchema.safeParse(document);
  if (!parsed.success) return { ok: false, faults: schemaFaults(parsed.error) };
  const faults = [
    ...misplacedPlaceholders(parsed.data),
    ...reservedNames(parsed.data),
    ...faultyFilters(parsed.data),
    ...describedNothing(parsed.data),
    ...layerFaults(parsed.data),
    ...fontFaults(parsed.data),
    ...(parsed.data.kind === 'video' ? sceneFaults(parsed.data) : outputFaults(parsed.data)),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, template: parsed.data };
}

/** Groups may hold groups; beyond this, walking a document could exhaust the stack. */
const MOST_LEVELS = 64;

function nestsDeeper(document: unknown, levels: number): boolean {
  let level = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level
      .filter((value) => value !== null && typeof value === 'object')
      .flatMap((value) => Object.values(value as object));
  }
  return false;
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
  places.push(['fonts', template.fonts]);
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
      return [{ path, message: `a variable's name has no bar: filters go into a text, {{${name}}}` }];
    return [];
  });
}

/** More pixels than any picture may have otherwise would exhaust a node's memory. */
const MOST_SIDE = 8_192;

function outputFaults({ width, height, output }: ImageTemplate): TemplateFault[] {
  const side = Math.round(Math.max(width, height) * output.scale);
  if (side <= MOST_SIDE) return [];
  return [
    { path: 'output.scale', message: `makes a side of ${side} pixels, at most ${MOST_SIDE} are allowed` },
  ];
}

/** A description without its variable is a typing mistake in one of the two. */
function describedNothing(template: Template): TemplateFault[] {
  const names = new Set(variableUses(template).map(({ name }) => name));
  return Object.keys(template.variables_meta)
    .filter((name) => !names.has(name))
    .map((name) => ({
      path: `variables_meta.${name}`,
      message: `no scene or layer uses a variable "${name}"`,
    }));
}

/** Wherever a text stands: a filter that is not known would fail every row. */
function faultyFilters(value: unknown, path = ''): TemplateFault[] {
  if (typeof value === 'string') return filterFaults(value).map((message) => ({ path, message }));
  if (Array.isArray(value)) return value.flatMap((item, index) => faultyFilters(item, `${path}[${index}]`));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) =>
    faultyFilters(item, path === '' ? key : `${path}.${key}`),
  );
}
