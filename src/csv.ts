// Writes every CSV of Belfry (RFC 4180). Spreadsheets execute what looks like a formula, and they may split a line by another
// separator than the file's own and then take quotes for letters. So each field is quoted, and an apostrophe stands before a
// formula at the beginning of a field and after any separator in it: https://owasp.org/www-community/attacks/CSV_Injection

/** Full-width and small forms count as well, since spreadsheets of East Asia execute them. */
const formula = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';
/** What a spreadsheet skips before it looks. */
const skipped = `[ \\u00a0"']*`;
const separator = '[;,|\\t\\r\\n]';
/** A number that ends the field is harmless, and an apostrophe would make it text. */
const number = `[+-]?\\d+(?:[.,]\\d+)?%?$`;

const unsafe = new RegExp(`(^|${separator})(?=${skipped}${formula})(?!${number})`, 'g');
const guard = new RegExp(`(^|${separator})'(?=${skipped}${formula})`, 'g');

/** @param rows the first has the headings */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

const field = (text: string): string => `"${text.replace(unsafe, "$1'").replaceAll('"', '""')}"`;

/** The text of a field as it was before `csvOf` made it harmless. */
export const withoutGuards = (text: string): string => text.replace(guard, '$1');
