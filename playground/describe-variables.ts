import { Decimal } from 'decimal.js';
import { IMAGE_CREDITS_PER_VARIABLE } from '../contract/prices.ts';
import type { Template } from '../contract/template/template.ts';
import { templateVariables, variableUses } from '../contract/template/variables.ts';

/** The variables with every place that uses them, and the price of a row, as text for a terminal. */
export function describeVariables(template: Template): string {
  const uses = variableUses(template);
  const lines = templateVariables(template).flatMap(({ name, exampleValue }) => [
    `${name}${exampleValue === '' ? '' : `  (such as "${shortened(exampleValue)}")`}`,
    ...uses
      .filter((use) => use.name === name)
      .map(({ scene, layer, path }) => `    ${placeOf(scene, layer)}  ${path}`),
  ]);
  return [...(lines.length > 0 ? lines : ['This template has no variables.']), '', priceText(template)].join(
    '\n',
  );
}

function placeOf(scene: string | null, layer: string | null): string {
  const parts = [scene === null ? null : `scene "${scene}"`, layer === null ? null : `layer "${layer}"`];
  return parts.filter(Boolean).join(', ') || 'template';
}

function priceText(template: Template): string {
  switch (template.kind) {
    case 'image': {
      const count = templateVariables(template).length;
      const price = new Decimal(IMAGE_CREDITS_PER_VARIABLE).times(count).toFixed();
      return `A row costs ${price} credits: ${count} variables at ${IMAGE_CREDITS_PER_VARIABLE}.`;
    }
    case 'video':
      return template.estimated_credits === null
        ? 'A row has no price yet: set estimated_credits, without it the service cannot render.'
        : `A row costs ${template.estimated_credits} credits.`;
    default:
      return template satisfies never;
  }
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
