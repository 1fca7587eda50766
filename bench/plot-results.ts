/** Results as SVG pictures: bars for races, a curve for rows. Computed without touching anything. */

import type { Result } from './result.ts';
import { perUnit, shown } from './result-table.ts';

type Race = Extract<Result, { kind: 'race' }>;
type Curve = Extract<Result, { kind: 'curve' }>;

const OURS = '#d8572a';
const OTHERS = '#8a94a0';
const INK = '#1d2733';
const FONT = 'font-family="Inter, Helvetica, Arial, sans-serif"';

/** File name, content and title of each picture. */
export function plotResults(results: Result[]): [name: string, svg: string, title: string][] {
  const races = results.filter((result) => result.kind === 'race');
  const curves = results.filter((result) => result.kind === 'curve');
  return [
    ...races.map((result): [string, string, string] => [
      `${result.id}.svg`,
      barChart(result),
      `${result.id}: ${result.title}, ${result.unit}`,
    ]),
    ...curves.map((result): [string, string, string] => [
      `${result.id}.svg`,
      curveChart(result),
      `${result.id}: ${result.title}`,
    ]),
  ];
}

const WIDTH = 760;
const NAMES = 290;
const BAR = 26;
const STEP = 36;
const TOP = 52;

/** The axis starts at 0, so that lengths are to scale. */
function barChart({ id, title, unit, machine, contestants }: Race): string {
  const most = Math.max(...contestants.map((one) => perUnit(one, unit)));
  const room = WIDTH - NAMES - 110;
  const bars = contestants.map((one, index) => {
    const value = perUnit(one, unit);
    const y = TOP + index * STEP;
    const length = Math.max(1, (value / most) * room);
    return [
      text(NAMES - 12, y + 18, one.name, { anchor: 'end', bold: index === 0 }),
      `<rect x="${NAMES}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="3" fill="${index === 0 ? OURS : OTHERS}"/>`,
      text(NAMES + length + 8, y + 18, shown(value), { bold: index === 0 }),
    ].join('');
  });
  const height = TOP + contestants.length * STEP + 30;
  return picture(height, `${id}: ${title} (${unit})`, [
    ...bars,
    text(16, height - 12, machine, { size: 11, faint: true }),
  ]);
}

const PLOT = { left: 70, right: 30, top: 56, bottom: 64, height: 380 };

/** Both axes grow by tens: the straight line on the right is where a row costs the same however many there are. */
function curveChart({ id, title, machine, points }: Curve): string {
  const rates = points.map(({ rows, seconds }) => ({ rows, rate: (rows / seconds) * 60 }));
  const decades = (values: number[]) => ({
    from: Math.floor(Math.log10(Math.min(...values))),
    to: Math.max(Math.ceil(Math.log10(Math.max(...values))), Math.floor(Math.log10(Math.min(...values))) + 1),
  });
  const across = decades(rates.map(({ rows }) => rows));
  const up = decades(rates.map(({ rate }) => rate));
  const x = (rows: number) =>
    PLOT.left +
    ((Math.log10(rows) - across.from) / (across.to - across.from)) * (WIDTH - PLOT.left - PLOT.right);
  const y = (rate: number) =>
    PLOT.height -
    PLOT.bottom -
    ((Math.log10(rate) - up.from) / (up.to - up.from)) * (PLOT.height - PLOT.top - PLOT.bottom);
  const powers = ({ from, to }: { from: number; to: number }) =>
    Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
  const grid = [
    ...powers(across).map(
      (rows) =>
        line(x(rows), PLOT.top, x(rows), PLOT.height - PLOT.bottom) +
        text(x(rows), PLOT.height - PLOT.bottom + 20, rows.toLocaleString('en'), { anchor: 'middle' }),
    ),
    ...powers(up).map(
      (rate) =>
        line(PLOT.left, y(rate), WIDTH - PLOT.right, y(rate)) +
        text(PLOT.left - 8, y(rate) + 4, rate.toLocaleString('en'), { anchor: 'end' }),
    ),
  ];
  const path = rates.map(({ rows, rate }) => `${x(rows).toFixed(1)},${y(rate).toFixed(1)}`).join(' ');
  return picture(PLOT.height, `${id}: ${title} (rows/min by rows)`, [
    ...grid,
    `<polyline points="${path}" fill="none" stroke="${OURS}" stroke-width="2.5"/>`,
    ...rates.map(
      ({ rows, rate }) =>
        `<circle cx="${x(rows).toFixed(1)}" cy="${y(rate).toFixed(1)}" r="4.5" fill="${OURS}"/>` +
        text(x(rows) - 8, y(rate) - 10, shown(rate), { bold: true, anchor: 'end' }),
    ),
    text(16, PLOT.height - 12, machine, { size: 11, faint: true }),
  ]);
}

function picture(height: number, title: string, parts: string[]): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    `<title>${escaped(title)}</title>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    text(16, 28, title, { bold: true, size: 16 }),
    ...parts,
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  const at = (value: number) => value.toFixed(1);
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="#e1e4e8"/>`;
}

function text(
  x: number,
  y: number,
  content: string,
  { anchor = 'start', bold = false, size = 13, faint = false } = {},
): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${FONT} font-size="${size}" font-weight="${bold ? 700 : 400}" text-anchor="${anchor}" fill="${faint ? OTHERS : INK}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
