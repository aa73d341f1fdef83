// The lines of an iCalendar file: RFC 5545, section 3.1 (lines and folding) and 3.3.11 (TEXT). Names come from schools, so a
// line end or a control character in one must not reach the file.

const maxOctets = 75;
const isAscii = /^[\x20-\x7e]*$/;

/** More than a calendar program shows. It bounds what one name can take of a feed. */
const maxCharacters = 1000;

/**
 * One property, folded, with its line end.
 * @param name with its parameters
 * @param value as it stands in the file: for a text, what `escapeText` returns
 */
export function contentLine(name: string, value: string): string {
  const line = `${name}:${value}`;
  // Most lines are short.
  if (line.length <= maxOctets && isAscii.test(line)) return `${line}\r\n`;
  let folded = '';
  let octets = 0;
  // By code point: a fold inside of one would be a broken character to programs that decode before they unfold. Nor inside of an
  // escape, which some programs read before they unfold.
  for (const [part] of line.matchAll(/\\.|./gsu)) {
    const size = Array.from(part).reduce((sum, character) => sum + octetsOf(character), 0);
    if (octets + size > maxOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += part;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** A text as a value: without control characters, every kind of line end as `\n`, and shortened when it is very long. */
export const escapeText = (text: string): string =>
  shorten(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    // Half of a character, which UTF-8 cannot hold.
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim()
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

function shorten(text: string): string {
  if (text.length <= maxCharacters) return text;
  const characters = [...text.slice(0, 2 * maxCharacters)];
  return characters.length <= maxCharacters && text.length <= 2 * maxCharacters
    ? text
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/** A moment as a DATE-TIME in UTC, to the second: 20261123T070000Z. @param at milliseconds since 1970 */
export function utcTime(at: number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`;
}
