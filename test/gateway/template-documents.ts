/** Small template documents, as an author would save them. */

/** Four variables: 0.00724 credits a row. */
export const badge = {
  kind: 'image',
  name: 'Badge',
  width: 400,
  height: 200,
  background: '#ffffff',
  layers: [
    { type: 'text', id: 'name', text: 'Ada Lovelace', variable: 'name' },
    { type: 'text', id: 'role', text: '{{role}} at {{company}}' },
    { type: 'qr', id: 'link', data: 'https://example.com', variable: 'link' },
  ],
  examples: { role: 'Engineer', company: 'Analytical Engines' },
};

export const greeting = {
  kind: 'video',
  name: 'Greeting',
  width: 320,
  height: 180,
  scenes: [{ id: 'hello', duration: 1, layers: [{ type: 'text', id: 'title', text: 'Hello {{name}}' }] }],
  estimated_credits: '0.25',
};
