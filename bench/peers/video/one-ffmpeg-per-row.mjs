// What most people write: the personal layers as PNGs from a canvas, and one ffmpeg per row that puts all together.
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import { captionText, STATIC_CAPTION } from './caption.mjs';

const run = promisify(execFile);
const FPS = 30;

export function open({ media, fonts, scale, caption }) {
  GlobalFonts.registerFromPath(fonts.bold, 'InterBold');
  GlobalFonts.registerFromPath(fonts.regular, 'InterRegular');
  return {
    extension: 'mp4',
    concurrency: 2,
    async render(row, file) {
      const folder = `${file}.parts`;
      await mkdir(folder, { recursive: true });
      const overlays = caption === 'whole' ? [captionPicture] : [greeting, captionPicture, person];
      for (const draw of overlays)
        await writeFile(`${folder}/${draw.name}.png`, await draw(row, { media, scale, caption }));
      await run('ffmpeg', ['-v', 'error', '-y', ...ffmpegArguments({ media, scale, caption, folder }), file]);
      await rm(folder, { recursive: true });
    },
  };
}

function ffmpegArguments({ media, scale, caption, folder }) {
  const still = (path) => ['-loop', '1', '-framerate', String(FPS), '-t', '3', '-i', path];
  const music = ['-stream_loop', '-1', '-i', `${media}/music.mp3`];
  const clip = `${media}/clip.mp4`;
  const overlay = (name) => `${folder}/${name}.png`;
  const at = (x, y) => `${x * scale}:${y * scale}`;
  const encoding = [
    ...['-map', '[v]', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', '-b:a', '128k', '-t', '12', '-movflags', '+faststart'],
  ];
  if (caption === 'whole')
    return [
      ...['-stream_loop', '3', '-i', clip, '-i', overlay('captionPicture'), ...music],
      ...['-filter_complex', `[0:v][1:v]overlay=${at(140, 560)}[v]`, '-map', '2:a', ...encoding],
    ];
  const graph = [
    `[1:v]format=rgba,fade=in:st=0.3:d=0.6:alpha=1[hi]`,
    `[2:v]scale=${220 * scale}:${72 * scale}[logo]`,
    `[0:v][logo]overlay=${at(64, 48)}[s1a];[s1a][hi]overlay=${at(160, 320)},setsar=1[s1]`,
    `[3:v][4:v]overlay=${at(140, 560)},setsar=1[s2]`,
    `[5:v][6:v]overlay=${at(104, 240)},setsar=1[s3]`,
    `[7:v]setsar=1[s4]`,
    `[s1][s2][s3][s4]concat=n=4:v=1:a=0[v]`,
  ];
  return [
    ...still(`${media}/opening.jpg`),
    ...still(overlay('greeting')),
    ...['-i', `${media}/logo.png`, '-i', clip, '-i', overlay('captionPicture')],
    ...still(`${media}/person.jpg`),
    ...['-i', overlay('person')],
    ...still(`${media}/end-card.jpg`),
    ...music,
    ...['-filter_complex', graph.join(';'), '-map', '8:a', ...encoding],
  ];
}

function greeting(row, { scale }) {
  return picture(960, 128, scale, (context) => {
    context.font = '96px InterBold';
    context.textAlign = 'center';
    context.fillText(`Hi ${row.first_name}`, 480, 98);
  });
}

function captionPicture(row, { scale, caption }) {
  return picture(1000, 70, scale, (context) => {
    context.textAlign = 'center';
    const text = caption === 'static' ? STATIC_CAPTION : captionText(row.company);
    fitText(context, text, 'InterBold', { largest: 44, width: 1000, x: 500, y: 50 });
  });
}

async function person(row, { media, scale }) {
  const avatar = await loadImage(`${media}/${row.avatar}`);
  return picture(1072, 240, scale, (context) => {
    context.save();
    context.beginPath();
    context.arc(126, 120, 110, 0, Math.PI * 2);
    context.clip();
    context.drawImage(avatar, 16, 10, 220, 220);
    context.restore();
    const place = { width: 780, x: 286 };
    fitText(context, `${row.company} × Acme`, 'InterBold', { ...place, largest: 60, y: 85 });
    const plan = `Plan ready for ${row.first_name}, ${row.title}`;
    fitText(context, plan, 'InterRegular', { ...place, largest: 36, y: 160 });
  });
}

function fitText(context, text, family, { largest, width, x, y }) {
  for (let size = largest; size > 14; size--) {
    context.font = `${size}px ${family}`;
    if (context.measureText(text).width <= width) break;
  }
  context.fillText(text, x, y);
}

/** A transparent PNG. Sizes are those of the 720p design. */
function picture(width, height, scale, draw) {
  const canvas = createCanvas(width * scale, height * scale);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.fillStyle = '#fff';
  draw(context);
  return canvas.encode('png');
}
