// The name of a timetable whose file has none of its own: that of the file.

import { cleanName } from './clean-name.ts';

/** What FET and Untis call the files of every school. */
const fetEnding = /_(?:data_and_timetable|activities|timetable)$/i;
const gpuName = /^gpu\d{3}/i;

/** @returns null where the file is called as that of every school, or several files have no name in common */
export function nameOfFiles(names: readonly string[]): string | null {
  const [name] = names.length === 1 ? names : names.filter((each) => /\.fet$/i.test(each));
  const base = (name ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]{1,8}$/, '')
    .replace(fetEnding, '');
  return gpuName.test(base) ? null : cleanName(base).name || null;
}
