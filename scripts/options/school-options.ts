// The options about a school's own file that `convert` and `import` share.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Validator } from '../../src/contract/validator.ts';
import { type ParsedDocument, parseDocument } from '../../src/database/timetable/parse-document.ts';
import { reasonOf, UsageError } from '../../src/errors.ts';
import type { ConvertOptions } from '../../src/formats/convert-files.ts';
import { type Bells, parseBells } from '../../src/formats/reading/bells.ts';
import { limits } from '../../src/formats/reading/limits.ts';
import { type Format, formats } from '../../src/formats/reading/programs.ts';
import { parseWholeNumber } from '../../src/serve/edge/settings.ts';
import { readBounded } from '../input/read-bounded.ts';

export type SchoolOptions = {
  from?: Format;
  encoding?: string;
  firstDay?: number;
  term?: number;
  week?: number;
  bells?: string;
  weekGroups?: string[][];
  students?: boolean;
};

const daysOfWeek = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export function addSchoolOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--from <format>', 'the program that wrote the files (default: detected from their content)').choices(
        formats,
      ),
    )
    .option(
      '--encoding <name>',
      'that of the text, such as windows-1256 (default: as declared, unless the text contradicts)',
      readEncoding,
    )
    .option('--first-day <day>', 'day of the week of the first day (default: from its name, else Monday)', readDay)
    .option('--term <number>', 'the term to convert, of several in an aSc file (default: the first)', readNumber)
    .option('--week <number>', 'convert one week of the cycle, as a weekly timetable (default: all weeks)', readNumber)
    .option(
      '--bells <bells>',
      'bell times: a bell schedule as a JSON file; start,minutes,pause such as 08:00,45,5; or 08:00-08:45,08:50-09:35,…;5=… with those of a weekday that differs (1 is Monday)',
    )
    .option(
      '--week-groups <groups>',
      "Untis lesson groups that are weeks: each week's, in order, such as A-Woche,B-Woche or A+WA,B+WA (default: by name)",
      readWeekGroups,
    )
    .option('--students', 'include the students of an aSc file (default: left out)');
}

/** @throws UsageError when `--bells` is invalid */
export const convertOptions = async (options: SchoolOptions, validate: Validator): Promise<ConvertOptions> => ({
  from: options.from ?? null,
  encoding: options.encoding ?? null,
  firstDay: options.firstDay ?? null,
  term: options.term ?? null,
  week: options.week ?? null,
  bells: options.bells === undefined ? null : await readBells(options.bells, validate),
  weekGroups: options.weekGroups ?? null,
  students: options.students ?? false,
});

function readEncoding(text: string): string {
  try {
    return new TextDecoder(text).encoding;
  } catch {
    throw new InvalidArgumentError('It is the name of an encoding, such as utf-8 or windows-1250.');
  }
}

function readDay(text: string): number {
  const day = daysOfWeek.findIndex((name) => text.length > 1 && name.startsWith(text.toLowerCase()));
  const number = day >= 0 ? day + 1 : Number(text);
  if (/^[1-7]$/.test(String(number))) return number;
  throw new InvalidArgumentError('It is a day in English, or a number from 1 (Monday) to 7.');
}

function readWeekGroups(text: string): string[][] {
  const weeks = text.split(',').map((week) =>
    week
      .split('+')
      .map((name) => name.trim())
      .filter(Boolean),
  );
  if (weeks.length >= 2 && weeks.length <= limits.weeks && weeks.every((names) => names.length > 0)) return weeks;
  throw new InvalidArgumentError('It has the lesson groups of two weeks or more, such as A-Woche,B-Woche.');
}

function readNumber(text: string): number {
  const number = parseWholeNumber(text);
  if (number === null || number < 1) throw new InvalidArgumentError('It is a whole number from 1.');
  return number;
}

/** A bell schedule has a few kilobytes. */
const maxBellBytes = 1024 * 1024;

async function parseSchedule(path: string): Promise<ParsedDocument> {
  try {
    const bytes = await readBounded(path, maxBellBytes);
    return bytes === null ? { reason: 'has more than 1 MB' } : parseDocument(bytes);
  } catch (error) {
    return { reason: `cannot be read: ${reasonOf(error)}` };
  }
}

async function readBells(text: string, validate: Validator): Promise<Bells> {
  const short = parseBells(text);
  if (short !== null) return short;
  const parsed = await parseSchedule(text);
  if ('reason' in parsed)
    throw new UsageError(
      `--bells ${text} is neither start,minutes,pause such as 08:00,45,5 nor 08:00-08:45,08:50-09:35 nor a JSON file: it ${parsed.reason}`,
    );
  const validation = validate('bell-schedule', parsed.document);
  if (validation.valid) return { kind: 'schedule', schedule: validation.value };
  const [problem] = validation.problems;
  throw new UsageError(`--bells ${text} is not a bell schedule: ${problem?.segments.join('.')} ${problem?.message}`);
}
