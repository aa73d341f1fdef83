// belfry convert: converts a school's own file to the document that Belfry would publish, and reports on it. Needs no
// database.

import type { Timetable } from '../src/contract/types.generated.ts';
import { createValidator, type Validator } from '../src/contract/validator.ts';
import { checkReferences } from '../src/document/check-references.ts';
import { jsonPath } from '../src/document/json-path.ts';
import { WithheldError } from '../src/errors.ts';
import { convertFiles } from '../src/formats/convert-files.ts';
import { formatReport } from '../src/formats/report/format-report.ts';
import { draftFields } from '../src/formats/school/draft-fields.ts';
import { mapConcurrently } from '../src/map-concurrently.ts';
import { createCommand } from './command/create-command.ts';
import { writePrivateFile } from './input/create-private-file.ts';
import { openInput } from './input/open-input.ts';
import { orUnwritable } from './input/or-unwritable.ts';
import { readSchoolFiles } from './input/read-school-files.ts';
import { readName } from './options/option-values.ts';
import { addSchoolOptions, convertOptions, type SchoolOptions } from './options/school-options.ts';
import { print } from './reports/print-report.ts';

/** How many files are looked at concurrently. */
const inputsAtOnce = 8;

type Options = SchoolOptions & { to?: string; name?: string; json?: boolean };

export const command = addSchoolOptions(
  createCommand('convert', "Read a school's own file (aSc, Untis, FET), report on it, and write it as a document", [
    'convert school.xml --to timetable.json',
    'convert exports/untis --json',
  ]),
)
  .usage('FILE... [--to FILE]')
  .argument('<file...>', "one school's files, or the folder that holds them")
  .option('--to <file>', 'write the document there: what Get Timetable would answer as its data')
  .option('--name <name>', 'the name of the timetable (default: the one in the file, or that of the file)', readName)
  .option('--json', 'report as JSON, with every finding')
  .action(async (paths: string[], options: Options) => {
    const validate = createValidator();
    const files = await readSchoolFiles(await mapConcurrently(paths, inputsAtOnce, openInput));
    const now = new Date().toISOString();
    const how = await convertOptions(options, validate);
    const { document, report } = convertFiles(files, how, (name, otherName) =>
      draftFields({
        ...{ timetableId: 'timetable', organisationId: 'school', number: 1, now },
        name: options.name ?? name ?? otherName,
      }),
    );
    const faults = document === null ? [] : findFaults(document, validate);
    const isGood = document !== null && faults.length === 0;
    if (isGood && options.to !== undefined) await writeDocument(options.to, document);
    print(options.json, { ...report, faults }, () => [
      ...formatReport(report),
      ...faults.map((fault) => `bug in Belfry, please report it: ${fault}`),
      isGood ? `ready to import${options.to === undefined ? '' : `; written to ${options.to}`}` : 'nothing converted',
    ]);
    if (!isGood) throw new WithheldError(`${paths.join(', ')} was not converted; the report says why`);
  });

/** Repeats the checks before publishing. A converted document that fails one is a bug in the conversion. */
function findFaults(document: Timetable, validate: Validator): string[] {
  const validation = validate('timetable', document);
  const problems = validation.valid ? [] : validation.problems;
  return [
    ...problems.map(({ segments, message }) => `${jsonPath(segments)}  ${message}`),
    ...checkReferences(document).map(({ path, message }) => `${path}  ${message}`),
  ];
}

const writeDocument = (path: string, document: Timetable): Promise<void> =>
  orUnwritable(path, () => writePrivateFile(path, `${JSON.stringify(document, null, 1)}\n`));
