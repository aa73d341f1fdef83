// Gives the reader a file that was made in the page.

import { element } from '../../ui/element.ts';

/** A byte order mark, by which spreadsheets tell UTF-8. */
export const csvFile = (csv: string): Blob => new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' });

/** @param name may have characters that a file name may not have */
export function download(file: Blob, name: string, extension: 'csv' | 'ics' | 'json' | 'png'): void {
  const base = name.replace(/[\\/:*?"<>|\p{C}]+/gu, '-').slice(0, 80);
  const url = URL.createObjectURL(file);
  element('a', { href: url, download: `${base}.${extension}` }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
