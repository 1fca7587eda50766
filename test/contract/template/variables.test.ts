import { describe, expect, test } from 'vitest';
import { templateVariables, variableUses } from '../../../contract/template/variables.ts';
import { imageTemplate, videoTemplate } from '../../support/templates.ts';

const names = (template: Parameters<typeof templateVariables>[0]) =>
  templateVariables(template).map(({ name }) => name);

describe('the variables of an image template', () => {
  test('come from its layers, in order of first appearance, each once', () => {
    const template = imageTemplate([
      { type: 'text', text: '{{b}} {{a}}' },
      { type: 'image', src: '{{photo}}' },
      { type: 'text', text: '{{a}} {{c}}' },
    ]);
    expect(names(template)).toEqual(['b', 'a', 'photo', 'c']);
  });

  test('include those of conditions, and filters are no part of their names', () => {
    const template = imageTemplate([
      { type: 'text', visible: "{{tier}} == 'gold' or {{vip}}", text: '{{name|upper|truncate:20}} {{tier}}' },
    ]);
    expect(names(template)).toEqual(['tier', 'vip', 'name']);
  });

  test('are found in every property that can take one', () => {
    const template = imageTemplate([
      { type: 'text', variable: 'title', bind: { color: 'ink' }, stroke: { color: '{{edge}}', width: 2 } },
      { type: 'text', text: 'x', font_family: ['{{font}}', 'Inter'] },
      { type: 'image', variable: 'photo', border: { color: '{{frame}}', width: 1 } },
      {
        type: 'shape',
        fill: {
          type: 'linear',
          stops: [
            { offset: 0, color: '{{from}}' },
            { offset: 1, color: '{{to}}' },
          ],
        },
      },
      { type: 'qr', data: 'https://example.com/{{id}}', color: '{{ink}}' },
    ]);
    expect(names(template)).toEqual(['title', 'ink', 'edge', 'font', 'photo', 'frame', 'from', 'to', 'id']);
  });

  test('are not found in what only names a layer, nor in what a binding replaces', () => {
    const template = imageTemplate([
      { type: 'text', id: 'one', text: '{{hidden}}', variable: 'shown' },
      { type: 'shape', fill: '{{hidden}}', bind: { fill: 'brand' } },
    ]);
    expect(names(template)).toEqual(['shown', 'brand']);
  });

  test('are none in a template that shows every row the same', () => {
    expect(templateVariables(imageTemplate([{ type: 'text', text: 'Hello \\{{name}}' }]))).toEqual([]);
  });

  test('may have names that objects inherit', () => {
    const template = imageTemplate([{ type: 'text', text: '{{constructor}} {{__proto__}} {{toString}}' }]);
    expect(templateVariables(template)).toEqual([
      { name: 'constructor', exampleValue: '' },
      { name: '__proto__', exampleValue: '' },
      { name: 'toString', exampleValue: '' },
    ]);
  });
});

describe('the variables of a video template', () => {
  test('come from its scenes in order, in each the background before the layers', () => {
    const template = videoTemplate([
      { background: '{{brand}}', layers: [{ type: 'text', text: '{{headline}}' }] },
      { background: '{{second}}', layers: [{ type: 'video', variable: 'clip' }] },
      { layers: [{ type: 'text', text: '{{brand}} {{end}}' }] },
    ]);
    expect(names(template)).toEqual(['brand', 'headline', 'second', 'clip', 'end']);
  });

  test('say where each is used', () => {
    const template = videoTemplate([
      { id: 'offer', background: '{{brand}}', layers: [{ type: 'text', name: 'Price', variable: 'price' }] },
      { layers: [{ type: 'shape' }, { type: 'qr', data: 'x{{code}}' }] },
    ]);
    expect(variableUses(template)).toEqual([
      { name: 'brand', path: 'scenes[0].background', scene: 'offer', layer: null, example: '' },
      { name: 'price', path: 'scenes[0].layers[0].text', scene: 'offer', layer: 'Price', example: '' },
      { name: 'code', path: 'scenes[1].layers[1].data', scene: '2', layer: '2 (qr)', example: '' },
    ]);
  });
});

describe('an example value', () => {
  test('is the literal that a binding replaces', () => {
    const template = imageTemplate([
      {
        type: 'text',
        text: 'Jane Doe',
        variable: 'name',
        bind: { color: 'ink', opacity: 'strength' },
        color: '#123',
      },
    ]);
    expect(templateVariables(template)).toEqual([
      { name: 'name', exampleValue: 'Jane Doe' },
      { name: 'ink', exampleValue: '#123' },
      { name: 'strength', exampleValue: '1' },
    ]);
  });

  test('is what the author wrote for a placeholder', () => {
    const template = imageTemplate([{ type: 'text', text: 'Hi {{name}}' }], {
      examples: { name: 'Ada', other: 'x' },
    });
    expect(templateVariables(template)).toEqual([{ name: 'name', exampleValue: 'Ada' }]);
  });

  test('is the first that is not blank', () => {
    const template = imageTemplate([
      { type: 'text', text: '{{name}}' },
      { type: 'text', text: 'Ada', variable: 'name' },
      { type: 'text', text: 'Bob', variable: 'name' },
    ]);
    expect(templateVariables(template)).toEqual([{ name: 'name', exampleValue: 'Ada' }]);
  });
});
