import type { MediaKind } from '../../contract/render-work.ts';
import type { TemplateFault } from '../../contract/template/template-fault.ts';
import { Refusal } from '../refusal.ts';

export class TemplateNotFound extends Refusal {
  readonly kind: MediaKind | null;

  constructor(kind: MediaKind | null = null) {
    super(kind === 'image' ? 'Image template not found' : 'Template not found');
    this.kind = kind;
  }
}

/** The document is no template: every fault with the path of its place. */
export class TemplateFaulty extends Refusal {
  readonly faults: TemplateFault[];

  constructor(faults: TemplateFault[]) {
    const [first] = faults;
    const where = first?.path ? ` at ${first.path}` : '';
    super(
      `The template has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}; first${where}: ${first?.message}`,
    );
    this.faults = faults;
  }
}
