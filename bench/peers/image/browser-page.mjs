// The card as a page that stays open: only what differs is changed for each row, which is the fastest way of a browser.
import { readFile } from 'node:fs/promises';
import { headline, matrixSvg, subline, tagline } from './card.mjs';

export const CHROMIUM_ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--font-render-hinting=none'],
  // Pages that are not in front work as fast as the one that is.
  ...['--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding'],
];

export async function cardPage(media) {
  const [photo, logo] = await Promise.all(
    ['photo.jpg', 'logo.png'].map((name) => dataUri(`${media}/${name}`)),
  );
  return `<!doctype html><style>
    body { margin: 0; width: 1200px; height: 630px; font-family: Inter; position: relative; overflow: hidden }
    body > * { position: absolute }
    #photo { inset: 0; width: 1200px; height: 630px; object-fit: cover }
    #shade { inset: 0; background: linear-gradient(to right, rgba(0,0,0,.78), rgba(0,0,0,.12)) }
    #logo { left: 64px; top: 48px; width: 176px; height: 58px }
    #head { left: 64px; top: 150px; width: 680px; height: 220px; font-weight: 700; line-height: 1.12; color: #fff }
    #sub { left: 64px; top: 390px; width: 680px; height: 110px; line-height: 1.35; color: #fff }
    #tag { left: 64px; top: 552px; width: 760px; height: 40px; font-weight: 700; color: #ffb020; white-space: nowrap }
    #avatar { left: 844px; top: 94px; width: 260px; height: 260px; border: 6px solid #fff; border-radius: 50% }
    #matrix { left: 900px; top: 420px; width: 160px; height: 160px }
  </style><img id="photo" src="${photo}"><div id="shade"></div><img id="logo" src="${logo}">
  <div id="head"></div><div id="sub"></div><div id="tag"></div><img id="avatar"><div id="matrix"></div>
  <script>(${fillPage})()</script>`;
}

/** What the page's `fill` takes. */
export async function cardValues(row, media) {
  return {
    head: headline(row),
    sub: subline(row),
    tag: tagline(row),
    avatar: await dataUri(`${media}/${row.avatar}`),
    matrix: matrixSvg(row),
  };
}

async function dataUri(path) {
  const type = path.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return `data:${type};base64,${await readFile(path, 'base64')}`;
}

/** Runs in the page. */
function fillPage() {
  const at = (id) => document.getElementById(id);
  window.fill = async ({ head, sub, tag, avatar, matrix }) => {
    fit(at('head'), head, 28, 64);
    fit(at('sub'), sub, 16, 28);
    fit(at('tag'), tag, 14, 24);
    at('matrix').innerHTML = matrix;
    at('avatar').src = avatar;
    await at('avatar').decode();
  };

  function fit(element, text, min, max) {
    element.textContent = text;
    let [low, high] = [min, max];
    while (low < high) {
      const size = Math.ceil((low + high) / 2);
      element.style.fontSize = `${size}px`;
      const fits = element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth;
      if (fits) low = size;
      else high = size - 1;
    }
    element.style.fontSize = `${low}px`;
  }
}
