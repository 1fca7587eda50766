/** Small templates, as their authors would save them. */
export const imageDocument = (texts = ['{{name}}', '{{town}}'], more: object = {}) => ({
  kind: 'image',
  name: 'Card',
  width: 640,
  height: 360,
  examples: { name: 'Ada', town: 'Paris' },
  layers: texts.map((text) => ({ type: 'text', text })),
  ...more,
});

export const videoDocument = (more: object = {}) => ({
  kind: 'video',
  name: 'Greeting',
  width: 1080,
  height: 1920,
  examples: { name: 'Ada' },
  scenes: [
    { duration: 1, layers: [{ type: 'text', text: 'Hello {{name}}' }] },
    { duration: 1, layers: [] },
  ],
  estimated_credits: '0.25',
  ...more,
});
