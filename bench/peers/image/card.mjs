// What stands on the card of the image workload, for peers that have no template model. Sizes are pixels.
export const WIDTH = 1200;
export const HEIGHT = 630;
export const QUALITY = 80;

export const headline = ({ first_name, company }) =>
  `${first_name}, ${company} is growing faster than 92% of its peers`;
export const subline = ({ title }) =>
  `We put together a short plan for your role as ${title}. It takes three minutes to read and a week to try.`;
export const tagline = ({ company, title }) => `${company} · ${title}`;

const MODULES = 25;

/** A matrix that looks like a QR code and costs as much to draw, as one SVG path in modules. */
export function matrixPath({ id }) {
  let state = ((Number(id) + 1) * 2654435761) >>> 0 || 1;
  const random = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  let path = '';
  for (let y = 0; y < MODULES; y++)
    for (let x = 0; x < MODULES; x++) if (random() < 0.5) path += `M${x} ${y}h1v1h-1z`;
  return path;
}

/** With an empty border of two modules. */
export const matrixSvg = (row) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 29 29" width="160" height="160"><rect x="-2" y="-2" width="29" height="29" fill="#fff"/><path fill="#101010" d="${matrixPath(row)}"/></svg>`;

export const escapeXml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
