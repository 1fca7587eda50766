import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imageTemplateSchema } from '../../contract/template/image-template.ts';
import { timedLayerSchema } from '../../contract/template/layers.ts';
import { lintTemplate } from '../../contract/template/lint-template.ts';
import { sceneSchema, transitionSchema } from '../../contract/template/scene.ts';
import { soundtrackSchema } from '../../contract/template/soundtrack.ts';
import { videoTemplateSchema } from '../../contract/template/video-template.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';

const guide = readFileSync(join(repositoryRoot, 'docs', 'templates.md'), 'utf8');
const documents = Array.from(guide.matchAll(/```json\n(.*?)```/gs), ([, json = '']) => JSON.parse(json));

it('shows a whole template and one layer of each type, all without a fault', () => {
  const [whole, ...layers] = documents;
  const video = { kind: 'video', name: 'Guide', scenes: [{ layers }] };
  expect(lintTemplate(whole)).toMatchObject({ ok: true });
  expect(lintTemplate(video)).toMatchObject({ ok: true });
  expect(layers.map((layer) => layer.type).sort()).toEqual(layerTypes().sort());
});

it('explains every field of the template model', () => {
  const fields = [
    imageTemplateSchema,
    videoTemplateSchema,
    sceneSchema,
    transitionSchema,
    soundtrackSchema,
    ...timedLayerSchema.options,
  ].flatMap((schema) => Object.keys(schema.shape));
  const explained = new Set(
    Array.from(guide.matchAll(/^\| (`.*?) \|/gm), ([, cell = '']) =>
      cell.split(', ').flatMap((name) => name.replaceAll('`', '').split('.')),
    ).flat(),
  );
  expect([...new Set(fields)].filter((field) => !explained.has(field))).toEqual([]);
});

it('quotes the faults as they are', () => {
  const layers = [
    { type: 'text', stroke: { width: 1 }, bind: { stroke: 'edge' } },
    { type: 'text', color: 'redish' },
    { type: 'text', font_sise: 12 },
    { type: 'text', visible: '{{tier}} == gold' },
    { type: 'group', layers: [{ type: 'text', text: '{{name|shout}}' }] },
  ];
  const messages = layers.map((layer) => faultsOf({ kind: 'image', name: 'Guide', layers: [layer] }));
  messages.push(faultsOf({ kind: 'image', name: 'Guide', base_image: '{{ground}}' }));
  for (const message of messages.flat()) expect(guide).toContain(`| ${message} |`);
  expect(messages.flat()).toHaveLength(6);
});

function layerTypes(): string[] {
  return timedLayerSchema.options.map((schema) => schema.shape.type.value);
}

function faultsOf(document: unknown): string[] {
  const lint = lintTemplate(document);
  return lint.ok ? [] : lint.faults.map((fault) => fault.message);
}
