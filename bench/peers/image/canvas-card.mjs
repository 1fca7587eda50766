// The card on any implementation of the canvas, everything loaded and drawn anew for each row, as the usual script does it.
import { HEIGHT, headline, matrixPath, subline, tagline, WIDTH } from './card.mjs';

export async function drawCard(context, row, { loadImage, media }) {
  const [photo, logo, avatar] = await Promise.all(
    ['photo.jpg', 'logo.png', row.avatar].map((name) => loadImage(`${media}/${name}`)),
  );
  const scale = Math.max(WIDTH / photo.width, HEIGHT / photo.height);
  const [width, height] = [photo.width * scale, photo.height * scale];
  context.drawImage(photo, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
  const shade = context.createLinearGradient(0, 0, WIDTH, 0);
  shade.addColorStop(0, 'rgba(0,0,0,.78)');
  shade.addColorStop(1, 'rgba(0,0,0,.12)');
  context.fillStyle = shade;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.drawImage(logo, 64, 48, 176, 58);

  context.textBaseline = 'alphabetic';
  context.fillStyle = '#fff';
  drawText(context, headline(row), 'InterBold', [64, 150, 680, 220], [28, 64], 1.12);
  drawText(context, subline(row), 'InterRegular', [64, 390, 680, 110], [16, 28], 1.35);
  context.fillStyle = '#ffb020';
  drawText(context, tagline(row), 'InterBold', [64, 552, 760, 40], [14, 24], 1.2);
  drawAvatar(context, avatar);
  drawMatrix(context, row);
}

/** The largest size at which the wrapped lines fit the box, by halving. */
function drawText(context, text, family, [x, y, width, height], [min, max], lineHeight) {
  let [low, high] = [min, max];
  let best = { size: min, lines: [text] };
  while (low <= high) {
    const size = (low + high) >> 1;
    context.font = `${size}px ${family}`;
    const lines = wrap(context, text, width);
    const fits =
      lines.length * size * lineHeight <= height &&
      lines.every((line) => context.measureText(line).width <= width);
    if (fits) {
      best = { size, lines };
      low = size + 1;
    } else high = size - 1;
  }
  context.font = `${best.size}px ${family}`;
  for (const [index, line] of best.lines.entries())
    context.fillText(line, x, y + best.size * (0.95 + index * lineHeight));
}

function wrap(context, text, width) {
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function drawAvatar(context, avatar) {
  context.save();
  context.fillStyle = '#fff';
  context.beginPath();
  context.arc(980, 230, 136, 0, Math.PI * 2);
  context.fill();
  context.beginPath();
  context.arc(980, 230, 130, 0, Math.PI * 2);
  context.clip();
  context.drawImage(avatar, 850, 100, 260, 260);
  context.restore();
}

function drawMatrix(context, row) {
  const module = 160 / 29;
  context.fillStyle = '#fff';
  context.fillRect(900, 420, 160, 160);
  context.fillStyle = '#101010';
  context.beginPath();
  for (const [, x, y] of matrixPath(row).matchAll(/M(\d+) (\d+)h/g))
    context.rect(900 + (2 + Number(x)) * module, 420 + (2 + Number(y)) * module, module, module);
  context.fill();
}
