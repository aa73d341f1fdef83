// Writes a table as CSV (RFC 4180), for spreadsheets.

/** What a spreadsheet would run as a formula, if a name began with it. */
const startsFormula = /^[=+\-@\t\r]/;

/** @param rows the first has the headings; a name that looks like a formula gets an apostrophe, which spreadsheets hide */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

function field(text: string): string {
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
