import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { RowValues } from '../../contract/template/fill-property.ts';
import { fillTemplate } from '../../contract/template/fill-template.ts';
import { type ImagePlan, layerEnvironment, onOutput } from '../compile/compile-image.ts';
import { shownBox, targetsIn } from '../layers/follow.ts';
import { prepareLayer } from '../layers/layer.ts';
import { layerPlace } from '../layers/layer-place.ts';
import { type PreparedLayer, paintLayer } from '../layers/paint-layer.ts';
import type { RenderTools } from '../render-tools.ts';
import { cleared } from './painted-frame.ts';

type RowTools = Pick<RenderTools, 'fonts' | 'media' | 'notes'>;

/**
 * Draws one row. The canvas is the plan's own: encode it before anything is awaited.
 * @throws {RenderFailure} naming layer and variable.
 */
export async function drawImage(plan: ImagePlan, values: RowValues, tools: RowTools): Promise<Canvas> {
  for (const note of plan.notes) tools.notes.add(note);
  const prepared = await prepareRow(plan, values, tools);
  // From here on nothing waits: no other row can come between.
  const context = onOutput(cleared(plan.canvas), plan.template);
  copyOver(context, plan.ground);
  for (const layer of prepared) if (layer) paintLayer(context, layer);
  if (plan.cover) copyOver(context, plan.cover);
  return plan.canvas;
}

/** Pixel by pixel, whatever the output's scale. @param sheet of the canvas' own size. */
function copyOver(context: SKRSContext2D, sheet: Canvas): void {
  context.save();
  context.resetTransform();
  context.drawImage(sheet, 0, 0);
  context.restore();
}

function prepareRow(plan: ImagePlan, values: RowValues, tools: RowTools): Promise<(PreparedLayer | null)[]> {
  const { template, between } = plan;
  const { layers } = fillTemplate(template, values);
  const pending: Promise<PreparedLayer | null>[] = [];
  const target = targetsIn(layers, template, undefined, async (index) => {
    const shown = plan.shown.get(index);
    return shown === undefined ? shownBox(await prepared(index)) : shown;
  });
  const environment = layerEnvironment(template, tools, target);
  const prepared = (index: number): Promise<PreparedLayer | null> => {
    const place = layerPlace(template.layers[index]!, index, null);
    pending[index] ??= prepareLayer(layers[index]!, { ...environment, place });
    return pending[index];
  };
  return Promise.all(between.map((layer) => ('variable' in layer ? prepared(layer.variable) : layer)));
}
