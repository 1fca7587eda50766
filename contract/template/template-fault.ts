export interface TemplateFault {
  /** `scenes[0].layers[2].font_size`; empty for the document itself. */
  path: string;
  message: string;
}
