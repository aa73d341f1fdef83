// belfry import: imports timetables from documents in the form of the specification, the `data` of Get Timetable, and from
// the export files of a school's timetabling program.

import type { OrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import type { Timetable } from '../src/contract/types.generated.ts';
import { assertMayAudit } from '../src/control/audit/assert-may-audit.ts';
import { recordAs } from '../src/control/audit/record-audit.ts';
import type { Actor } from '../src/control/operator.ts';
import { importSchoolFiles } from '../src/control/timetables/import-school-files.ts';
import type { Database } from '../src/database/connect/open-database.ts';
import { selectHandle } from '../src/database/organisation.ts';
import { type ImportOutcome, importTimetable } from '../src/database/timetable/import-timetable.ts';
import { OutOfReachError, UsageError, WithheldError } from '../src/errors.ts';
import { formatCount } from '../src/format-count.ts';
import { buildFromDatabase } from '../src/publish/database/build-from-database.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { type OpenPublisher, withPublisher } from './command/with-database.ts';
import { type ReadDocument, readDocuments } from './input/read-documents.ts';
import { readSchoolFiles } from './input/read-school-files.ts';
import {
  addImportSchoolOptions,
  type ImportSchoolOptions,
  parseImportSchoolOptions,
  sortInputs,
} from './options/import-school-options.ts';
import { readName } from './options/option-values.ts';
import { organisationOf, organisationOption } from './options/organisation-option.ts';
import { describeSchool, summariseSchool } from './reports/describe-school.ts';
import { findingLines, print } from './reports/print-report.ts';

type Options = ImportSchoolOptions & { organisation?: OrganisationId; name?: string; json?: boolean };
type FileOutcome = { file: string } & (ImportOutcome | { outcome: 'unreadable'; reason: string });

export const command = addImportSchoolOptions(
  createCommand(
    'import',
    "Load timetables: documents (the `data` of Get Timetable, or its whole response), or a school's own files",
    [
      'import --organisation riverside timetable.json',
      'import --organisation riverside backup/*.json',
      'import --organisation riverside -',
      'import --organisation riverside --name "Riverside School" --publish school.xml',
    ],
  ),
)
  .usage('[--organisation ID [--name NAME]] FILE...')
  .argument(
    '<file...>',
    "JSON documents, one per file or one per line, - for standard input; or one school's own files or their folder",
  )
  .addOption(organisationOption('whose they are'))
  .option('--name <name>', 'create the organisation under this name if it does not exist', readName)
  .option('--json', 'report as JSON')
  .action((paths: string[], options: Options) =>
    withPublisher(
      async (tools) => {
        const { name, json } = options;
        const { database, publisher } = tools;
        if (options.organisation === undefined && name !== undefined)
          throw new UsageError('--name creates an organisation, and --organisation says which');
        const organisation = await organisationOf(database, options.organisation);
        const isNew = (await selectHandle(database, organisation)) === null;
        if (isNew && name === undefined)
          throw new UsageError(
            `there is no organisation ${organisation}; add --name NAME to create it, or see \`${commandLine('organisations list')}\``,
          );
        await assertMayAudit(database);
        const { actor } = operatorOf(tools);
        const { documents, school } = await sortInputs(paths, options.from !== undefined);
        const schoolOptions = await parseImportSchoolOptions(
          { ...options, organisation },
          school.length > 0,
          publisher.validate,
        );
        const outcomes: FileOutcome[] = [];
        for (const input of documents)
          for await (const document of readDocuments(input))
            outcomes.push(await importDocument(tools, actor, { organisation, name }, document));
        const importer = { database, store: publisher.store, validate: publisher.validate, now: publisher.now, actor };
        const ofSchool =
          school.length === 0 ? [] : [await importSchoolFiles(importer, await readSchoolFiles(school), schoolOptions)];
        // Publishes a new organisation at once, so that its first key does not fail.
        const all = [...outcomes, ...ofSchool];
        const wholeOrganisation = new Map([
          [organisation, { what: 'versions', versions: 'all', repair: false } as const],
        ]);
        if (isNew && all.some(({ outcome }) => outcome === 'imported'))
          await buildFromDatabase(publisher, wholeOrganisation);
        print(json, [...outcomes.map(summarise), ...ofSchool.map(summariseSchool)], () => [
          ...outcomes.flatMap(describe),
          ...ofSchool.flatMap(describeSchool),
        ]);
        const failures = ['refused', 'unreadable', 'not converted', 'different', 'nearly empty'];
        const failed = all.filter(({ outcome }) => failures.includes(outcome)).length;
        if (failed > 0) throw new WithheldError(describeFailures(failed, all.length));
      },
      { creates: true },
    ),
  );

/** Counts documents, of which a file may hold several. The files of one school become one document. */
function describeFailures(failed: number, count: number): string {
  if (failed === count) return 'nothing was imported';
  return `${failed} of ${count} documents ${failed === 1 ? 'was' : 'were'} not imported`;
}

/** Imports one document; its failure does not affect the others. @throws when the others would fail as well */
async function importDocument(
  { database, publisher }: OpenPublisher,
  actor: Actor,
  { organisation, name }: { organisation: OrganisationId; name: string | undefined },
  { file, ...content }: ReadDocument,
): Promise<FileOutcome> {
  if ('reason' in content) return { file, outcome: 'unreadable', reason: content.reason };
  try {
    const afterwards = (transaction: Database, timetable: Timetable) =>
      recordAs(transaction, actor, {
        ...{ organisationId: organisation, resource: 'timetable', action: 'imported', subject: timetable.id },
        new: { name: timetable.name, versionNumber: timetable.versionNumber, status: timetable.status },
      });
    const options = { createAs: name, afterwards };
    return { file, ...(await importTimetable(database, publisher.validate, organisation, content.document, options)) };
  } catch (error) {
    if (error instanceof OutOfReachError) throw error;
    return { file, outcome: 'unreadable', reason: `cannot be imported: ${String(error)}` };
  }
}

function summarise(outcome: FileOutcome) {
  if (!('timetable' in outcome)) return outcome;
  const { timetable, ...rest } = outcome;
  return { ...rest, id: timetable.id, name: timetable.name };
}

function describe(outcome: FileOutcome): string[] {
  if (outcome.outcome === 'unreadable') return [`${outcome.file}: not imported, it ${outcome.reason}`];
  if (outcome.outcome === 'refused') {
    const { file, problems } = outcome;
    return [`${file}: not imported, ${formatCount(problems.length, 'problem')}`, ...findingLines(problems, 100)];
  }
  const { file, timetable } = outcome;
  const what = `${timetable.name}, version ${timetable.versionNumber} (${timetable.id})`;
  const size = `${timetable.lessons.length} lessons, ${timetable.lessonUnits.length} units`;
  return [outcome.outcome === 'unchanged' ? `${file}: ${what} is unchanged` : `${file}: imported ${what}, ${size}`];
}
