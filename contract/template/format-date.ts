/** Dates as people read them: `2026-03-31` → `31 Mar 2026`. Printed as written, in no other time zone. */
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|ss|A/g;
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * @param text an ISO 8601 date, with a time or without.
 * @param pattern `D MMMM YYYY`, `dddd, DD/MM/YY`, `h:mm A`; what stands in brackets is printed as it is.
 * @returns null when the text is no date.
 */
export function formatDate(text: string, pattern: string): string | null {
  const [matched, ...parts] = ISO.exec(text.trim()) ?? [];
  if (matched === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || hour > 23 || minute > 59 || second > 59) return null;

  const two = (number: number) => String(number).padStart(2, '0');
  const hour12 = hour % 12 || 12;
  const printed: Record<string, string> = {
    ...{
      YYYY: parts[0]!,
      YY: two(year % 100),
      MMMM: MONTHS[month - 1]!,
      MMM: MONTHS[month - 1]!.slice(0, 3),
    },
    ...{ MM: two(month), M: String(month), DD: two(day), D: String(day) },
    ...{ dddd: DAYS[date.getUTCDay()]!, ddd: DAYS[date.getUTCDay()]!.slice(0, 3) },
    ...{ HH: two(hour), H: String(hour), hh: two(hour12), h: String(hour12) },
    ...{ mm: two(minute), ss: two(second), A: hour < 12 ? 'AM' : 'PM' },
  };
  return pattern.replace(TOKEN, (token, literal: string | undefined) => literal ?? printed[token]!);
}
