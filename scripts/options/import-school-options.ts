// The options of `npm run import` for a school's own files: how to read them, and which version they become.

import { type Command, InvalidArgumentError } from 'commander';
import type { OrganisationId } from '../../src/access/ids.ts';
import { isVersionId } from '../../src/access/ids.ts';
import type { Validator } from '../../src/contract/validator.ts';
import type { SchoolImportOptions } from '../../src/control/timetables/import-school-files.ts';
import { UsageError } from '../../src/errors.ts';
import { formatOf } from '../../src/formats/reading/detect-format.ts';
import { type Input, openInput, standardInput } from '../input/open-input.ts';
import { readName } from './option-values.ts';
import { addSchoolOptions, convertOptions, type SchoolOptions } from './school-options.ts';

export type ImportSchoolOptions = SchoolOptions & {
  timetable?: string;
  timetableName?: string;
  versionName?: string;
  effectiveFrom?: number;
  publish?: boolean;
  evenIfDifferent?: boolean;
  evenIfNearlyEmpty?: boolean;
};

export const addImportSchoolOptions = (command: Command): Command =>
  addSchoolOptions(command)
    .option(
      '--timetable <id>',
      'the timetable that the files are a version of (default: ORGANISATION-timetable)',
      readId,
    )
    .option('--timetable-name <name>', 'its name (default: the one in the file, or its present one)', readName)
    .option('--version-name <name>', 'label of the version', readName)
    .option('--publish', 'publish it, instead of leaving a draft')
    .option('--effective-from <date>', 'with --publish: its first day, as YYYY-MM-DD (default: today)', readDate)
    .option('--even-if-different', "load it although few of its teachers are known, as in another school's file")
    .option('--even-if-nearly-empty', 'publish it although it places next to no lessons, and the version before does');

function readId(text: string): string {
  // A suffix `-v` and a number is added, and an id has at most 64 characters.
  if (isVersionId(`${text}-v99999`)) return text;
  throw new InvalidArgumentError('It has 1 to 57 letters, digits, "_" and "-".');
}

/** As YYYYMMDD. */
function readDate(text: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return Number(text.replaceAll('-', ''));
  throw new InvalidArgumentError('It is a day of the calendar, as YYYY-MM-DD.');
}

type Given = ImportSchoolOptions & { organisation: OrganisationId; name?: string };

/** @throws UsageError when the options contradict each other or do not apply */
export async function parseImportSchoolOptions(
  given: Given,
  hasSchool: boolean,
  validate: Validator,
): Promise<SchoolImportOptions> {
  const { organisation, name, timetable, timetableName, versionName, publish, effectiveFrom } = given;
  const { evenIfDifferent, evenIfNearlyEmpty } = given;
  const own = { timetable, timetableName, versionName, publish, effectiveFrom, evenIfDifferent, evenIfNearlyEmpty };
  const needless = Object.entries(own).filter(([, value]) => value !== undefined);
  if (!hasSchool && needless.length > 0) {
    const option = (needless[0]?.[0] ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(`--${option} is for a school's own files; a document already contains it`);
  }
  if (effectiveFrom !== undefined && !publish)
    throw new UsageError('--effective-from needs --publish: a draft is never in use');
  return {
    organisation,
    name,
    timetableName: timetableName ?? null,
    versionName: versionName ?? null,
    timetableId: timetable ?? null,
    publish: publish ? { from: effectiveFrom ?? null } : null,
    evenIfDifferent: evenIfDifferent ?? false,
    evenIfNearlyEmpty: evenIfNearlyEmpty ?? false,
    convert: await convertOptions(given, validate),
  };
}

/**
 * Separates documents from a school's own files, which are files of a known format, folders, or all paths when
 * `areAllSchool`. Standard input has documents.
 */
export async function sortInputs(paths: readonly string[], areAllSchool: boolean) {
  const documents: Input[] = [];
  const school: Input[] = [];
  for (const path of paths) {
    const input = path === '-' ? standardInput : await openInput(path);
    const isSchool = path !== '-' && (areAllSchool || input.isFolder || formatOf(input.beginning) !== null);
    (isSchool ? school : documents).push(input);
  }
  return { documents, school };
}
