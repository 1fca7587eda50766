/** Numbers as people read them. Decimals are exact: a value is never squeezed through a binary fraction. */

/** Grouping mark, then decimal mark and places; each may be left out. */
const PATTERN = /^0(?:([,.'’ ])0(?:([.,])(0+))|([,'’ ])0|([.,])(0+))?$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** Enough for any amount and few enough that no row prints a page of digits. */
const MOST_CHARACTERS = 40;
const MOST_PLACES = 20;

export function isNumberPattern(pattern: string): boolean {
  return pattern.length <= MOST_PLACES && PATTERN.test(pattern);
}

/**
 * @param text a number as programs write it: `-1234.5`.
 * @param form a pattern such as `0,0.00`, or a currency's code for the form `$1,234.50`.
 * @returns null when the text is no number.
 */
export function formatNumber(text: string, form: string | { currency: string }): string | null {
  const number = text.trim();
  if (number.length > MOST_CHARACTERS || !NUMBER.test(number)) return null;
  // The text itself, not a Number: Intl rounds decimal strings exactly, half away from zero.
  const exact = number.replace(/^\+/, '') as Intl.StringNumericLiteral;
  if (typeof form !== 'string')
    return new Intl.NumberFormat('en-US', { style: 'currency', currency: form.currency }).format(exact);
  const [, group = '', point = '', places = '', groupAlone = '', pointAlone = '', placesAlone = ''] =
    PATTERN.exec(form) ?? [];
  const digits = (places || placesAlone).length;
  const grouping = group || groupAlone;
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: grouping !== '',
  })
    .formatToParts(exact)
    .map(({ type, value }) =>
      type === 'group' ? grouping : type === 'decimal' ? point || pointAlone : value,
    )
    .join('');
}
