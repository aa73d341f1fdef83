// Converts the bytes of a school's files into the document and the report, without a clock, a disk or a database:
// `detect -> read -> split weeks -> keep the week -> build -> report`.

import type { Timetable } from '../contract/types.generated.ts';
import { readAsc } from './asc/read-asc.ts';
import { readFet } from './fet/read-fet.ts';
import { detectFormat } from './reading/detect-format.ts';
import { limits } from './reading/limits.ts';
import type { Format } from './reading/programs.ts';
import type { Loss, ReadOptions, SchoolFile, SchoolReader } from './reading/school-reader.ts';
import { createFindings, type Findings } from './report/finding.ts';
import { type ConversionReport, createReport } from './report/report.ts';
import { buildDocument, type VersionFields } from './school/build-document.ts';
import { keepWeek } from './school/keep-week.ts';
import { nameOfFiles } from './school/name-of-files.ts';
import { splitNamedWeeks } from './school/split-named-weeks.ts';
import { readUntis } from './untis/read-untis.ts';

const readers: Readonly<Record<Format, SchoolReader>> = { asc: readAsc, untis: readUntis, fet: readFet };

/** `from`: the format, where the user names one; `encoding`: that of the text, likewise. */
export type ConvertOptions = ReadOptions & { from: Format | null; encoding: string | null };

/** @property otherName what else the timetable may be called, where the file has no name of the school: its term or the file */
export type Conversion = { document: Timetable | null; report: ConversionReport; otherName: string | null };

export const defaultOptions: ConvertOptions = {
  from: null,
  encoding: null,
  firstDay: null,
  term: null,
  week: null,
  bells: null,
  students: false,
};

/** @param versionOf returns the version's fields, given the school's name in the file, if there is one, and its other name */
export function convertFiles(
  given: readonly SchoolFile[],
  options: ConvertOptions,
  versionOf: (name: string | null, otherName: string | null) => VersionFields,
): Conversion {
  const { encoding } = options;
  const files = encoding === null ? given : given.map((file) => ({ ...file, encoding }));
  const findings = createFindings();
  const format = isSmallEnough(files, findings) ? (options.from ?? detectFormat(files, findings)) : null;
  const outcome = format === null ? null : convert(files, format, options, versionOf, findings);
  return {
    document: outcome?.document ?? null,
    report: createReport(format, outcome, findings),
    otherName: outcome?.otherName ?? null,
  };
}

function convert(
  files: readonly SchoolFile[],
  format: Format,
  options: ConvertOptions,
  versionOf: (name: string | null, otherName: string | null) => VersionFields,
  findings: Findings,
): { read: Record<string, number>; losses: Loss[]; document: Timetable | null; otherName: string | null } | null {
  const file = files[0]?.name ?? '';
  if (format !== 'untis' && options.weekGroups != null)
    findings.add('school.option-unusable', { file }, '--week-groups is for Untis: only its lessons have groups');
  const found = readers[format](files, options, findings);
  if (found === null) return null;
  const { read } = found;
  const kept = keepWeek(splitNamedWeeks(found.school), options, findings, file);
  const otherName = found.school.termName ?? nameOfFiles(files.map(({ name }) => name));
  if (kept === null) return { ...found, document: null, otherName };
  const document = buildDocument(kept.school, versionOf(kept.school.name, otherName), findings, file);
  const losses = [...found.losses, ...kept.losses];
  return { read, losses, document: findings.hasErrors() ? null : document, otherName };
}

function isSmallEnough(files: readonly SchoolFile[], findings: Findings): boolean {
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total <= limits.bytes) return true;
  const message = `the files have ${total} bytes together, and ${limits.bytes} is the maximum`;
  findings.add('file.too-large', { file: files[0]?.name ?? '' }, message);
  return false;
}
