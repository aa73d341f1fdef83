// Rows of GPU014, made here: a row is written by the names of its columns.

const columns = {
  ...{ number: 0, date: 1, period: 2, absence: 3, lesson: 4, teacher: 5, substitute: 6, subject: 7, newSubject: 9 },
  ...{ room: 11, newRoom: 12, classes: 14, reason: 15, text: 16, bits: 17, newClasses: 18, letter: 19, changed: 20 },
} as const;

export type Gpu014Row = Partial<Record<keyof typeof columns, string>>;

/** A lesson of 7A: mathematics by Ada in R1, on Monday, in the third period. */
export const mathematics: Gpu014Row = {
  ...{ number: '31', date: '20261123', period: '3', absence: '5', lesson: '410', teacher: 'ADA', substitute: 'ADA' },
  ...{ subject: 'MA', newSubject: 'MA', room: 'R1', newRoom: 'R1', classes: '7A', newClasses: '7A', bits: '0' },
  changed: '202611201015',
};

/** A duty that is in no timetable. */
export const duty: Gpu014Row = {
  ...{ number: '90', date: '20261123', period: '3', lesson: '0', bits: '0' },
  changed: '202611201015',
};

type Style = { separator?: string; quotes?: boolean; end?: string };

export function gpu014(
  rows: readonly Gpu014Row[],
  { separator = ',', quotes = true, end = '\r\n' }: Style = {},
): string {
  return rows
    .map((row) => {
      const cells = Array.from({ length: 22 }, () => '');
      for (const [name, column] of Object.entries(columns)) {
        const text = row[name as keyof Gpu014Row] ?? ''; // the keys of `columns`
        cells[column] = quotes && text !== '' && !/^\d+$/.test(text) ? `"${text}"` : text;
      }
      return cells.join(separator) + end;
    })
    .join('');
}
