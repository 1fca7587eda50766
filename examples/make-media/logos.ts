/** Marks of the three made-up companies that send the other examples, on transparent ground. */
import type { Canvas } from '@napi-rs/canvas';
import { type Brush, disc, line, paint, shape } from './paint.ts';

/** "Lantern Talks", 520 × 120, white. */
export const LANTERN_LOGO = (): Canvas =>
  paint(520, 120, (brush) => {
    line(brush, 'M60 12 C46 12 46 26 60 26 C74 26 74 12 60 12', 5, '#ffffff');
    shape(brush, 'M36 38 L84 38 L92 52 L28 52 Z', '#ffffff');
    shape(brush, 'M30 58 L90 58 L82 100 L38 100 Z', '#ffc857');
    line(brush, 'M30 58 L90 58 L82 100 L38 100 Z', 5, '#ffffff');
    shape(brush, 'M60 66 C72 78 70 94 60 94 C50 94 48 78 60 66 Z', '#e2661f');
    words(brush, 'Lantern Talks', { x: 116, y: 78, font: '700 52px Inter', colour: '#ffffff' });
  });

/** "Hearth & Loom", 520 × 96, white. */
export const HEARTH_LOGO = (): Canvas =>
  paint(520, 96, (brush) => {
    line(brush, 'M16 82 L16 46 C16 12 80 12 80 46 L80 82', 7, '#ffffff');
    for (const y of [44, 58, 72]) line(brush, `M30 ${y} L66 ${y}`, 5, '#ffffff');
    for (const x of [39, 48, 57]) line(brush, `M${x} 36 L${x} 80`, 5, 'rgba(255,255,255,0.55)');
    words(brush, 'Hearth & Loom', { x: 106, y: 66, font: '700 50px "Noto Serif"', colour: '#ffffff' });
  });

/** "Saltmarsh Coffee", a round mark over two lines, 560 × 420. */
export const SALTMARSH_LOGO = (): Canvas =>
  paint(560, 420, (brush) => {
    disc(brush, [280, 118], 106, '#f6ead7');
    disc(brush, [280, 118], 98, '#1f4a4f');
    disc(brush, [280, 104], 34, '#f2b46a');
    for (const [row, y] of [124, 142, 160].entries())
      line(
        brush,
        `M${200 + row * 10} ${y} C${225} ${y - 12} ${250} ${y + 12} ${280} ${y} C${310} ${y - 12} ${335} ${y + 12} ${360 - row * 10} ${y}`,
        8,
        '#f6ead7',
      );
    for (const [x, lean] of [
      [236, -10],
      [252, -3],
      [310, 4],
      [326, 12],
    ] as const)
      line(brush, `M${x} 122 C${x} 96 ${x + lean} 84 ${x + lean} 62`, 5, '#f6ead7');
    words(brush, 'Saltmarsh', {
      x: 280,
      y: 316,
      font: '700 86px "Noto Serif"',
      colour: '#f6ead7',
      centred: true,
    });
    words(brush, 'C O F F E E', { x: 280, y: 384, font: '600 38px Inter', colour: '#f2b46a', centred: true });
  });

function words(
  brush: Brush,
  text: string,
  {
    x,
    y,
    font,
    colour,
    centred = false,
  }: { x: number; y: number; font: string; colour: string; centred?: boolean },
): void {
  brush.font = font;
  brush.fillStyle = colour;
  brush.textAlign = centred ? 'center' : 'left';
  brush.fillText(text, x, y);
}
