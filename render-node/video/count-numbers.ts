const NUMBER = /\d+(?:([,.\u00a0\u202f' ])\d{3}(?!\d))*(?:([.,])\d+)?/g;

const MOST_DECIMALS = 6;

/**
 * A text whose numbers are on their way from another one; written as the text writes them, with its separators and decimals.
 * @param share of the way, 0–1.
 */
export function countNumbers(text: string, from: number, share: number): string {
  return text.replace(NUMBER, (written, group: string | undefined, point: string | undefined) => {
    // `1.234` may be a thousand or one: with a single separator of three digits it is taken for a thousand.
    const decimals = point === undefined ? 0 : written.length - written.lastIndexOf(point) - 1;
    const digits = group === undefined ? written : written.replaceAll(group, '');
    const target = Number(point === undefined ? digits : digits.replace(point, '.'));
    // Longer ones are names of things, or not exact any more.
    if (decimals > MOST_DECIMALS || !(Math.abs(target) <= Number.MAX_SAFE_INTEGER)) return written;
    return formatted(from + (target - from) * share, decimals, group, point);
  });
}

function formatted(value: number, decimals: number, group = '', point = '.'): string {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = group === '' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  const sign = Number(value.toFixed(decimals)) < 0 ? '-' : '';
  return sign + grouped + (fraction === undefined ? '' : point + fraction);
}
