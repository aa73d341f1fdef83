// A strict reader of CSV: the grammar of RFC 4180, section 2, and nothing else. It shares no code with the writer.

/** @throws Error where the text is not CSV, or its last line has no end */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, at]: [string[], number] = [[], 0];
  while (at < text.length) {
    const [whole, quoted, plain = '', end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at)) ?? [];
    if (whole === undefined) throw new Error(`not CSV at ${at}: ${text.slice(at, at + 20)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    if (end === ',' && at === text.length) throw new Error('the last line has no end');
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
