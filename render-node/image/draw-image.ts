import type { Canvas } from '@napi-rs/canvas';
import type { RowValues } from '../../contract/template/fill-property.ts';
import { fillTemplate } from '../../contract/template/fill-template.ts';
import { type ImagePlan, prepareImageLayer } from '../compile/compile-image.ts';
import { paintLayer } from '../layers/layer.ts';
import type { RenderTools } from '../render-tools.ts';

/**
 * Draws one row. The canvas is the plan's own: encode it before anything is awaited.
 * @throws {RenderFailure} naming layer and variable.
 */
export async function drawImage(
  plan: ImagePlan,
  values: RowValues,
  tools: Pick<RenderTools, 'fonts' | 'media' | 'notes'>,
): Promise<Canvas> {
  const { layers } = fillTemplate(plan.template, values);
  for (const note of plan.notes) tools.notes.add(note);
  const prepared = await Promise.all(
    plan.between.map((layer) => {
      if (!('variable' in layer)) return layer;
      const filled = layers[layer.variable];
      return filled ? prepareImageLayer(plan, filled, layer.variable, tools) : null;
    }),
  );
  // From here on nothing waits: no other row can come between.
  const context = plan.canvas.getContext('2d');
  if (!plan.opaque) context.clearRect(0, 0, plan.canvas.width, plan.canvas.height);
  context.drawImage(plan.ground, 0, 0);
  for (const layer of prepared) if (layer) paintLayer(context, layer);
  if (plan.cover) context.drawImage(plan.cover, 0, 0);
  return plan.canvas;
}
