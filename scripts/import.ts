// npm run import: loads timetables from files of the specification's own form, the `data` of Get Timetable.

import { readFile } from 'node:fs/promises';
import { type ImportOutcome, importTimetable } from '../src/database/import-timetable.ts';
import { createPublishedOrganisation } from './support/create-published-organisation.ts';
import { createCommand, exitCodes, print, runCommand, withPublisher } from './support/run-command.ts';
import { UsageError } from './support/usage-error.ts';

type Options = { organisation: string; name?: string; json?: boolean };
type FileOutcome = { file: string } & (ImportOutcome | { outcome: 'unreadable'; reason: string });

const command = createCommand(
  'import',
  'Load timetables from files: the `data` of Get Timetable, or its whole response',
)
  .usage('-- --organisation ID [--name NAME] FILE...')
  .argument('<file...>', 'JSON files, each stored in a transaction of its own')
  .requiredOption('--organisation <id>', 'the organisation that they are for')
  .option('--name <name>', 'create the organisation under this name if it does not exist')
  .option('--json', 'report as JSON')
  .action((files: string[], { organisation, name, json }: Options) =>
    withPublisher(async ({ database, publisher }) => {
      if (name !== undefined) await createPublishedOrganisation(publisher, database, organisation, name);
      const existing = await database
        .selectFrom('organisation')
        .select('id')
        .where('id', '=', organisation)
        .executeTakeFirst();
      if (existing === undefined)
        throw new UsageError(`there is no organisation ${organisation}; add --name NAME to create it`);
      const outcomes: FileOutcome[] = [];
      for (const file of files) {
        const content = await readDocument(file);
        outcomes.push(
          'reason' in content
            ? { file, outcome: 'unreadable', reason: content.reason }
            : { file, ...(await importTimetable(database, publisher.validate, organisation, content.document)) },
        );
      }
      print(json, outcomes.map(summarise), () => outcomes.flatMap(describe));
      const failed = outcomes.some(({ outcome }) => outcome === 'refused' || outcome === 'unreadable');
      if (failed) process.exitCode = exitCodes.failed;
    }),
  );

/** The document in a file; a whole response is taken for its `data`. */
async function readDocument(file: string): Promise<{ document: unknown } | { reason: string }> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    const isResponse = typeof content === 'object' && content !== null && 'success' in content && 'data' in content;
    return { document: isResponse ? content.data : content };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: error instanceof SyntaxError ? `is not JSON: ${reason}` : `cannot be read: ${reason}` };
  }
}

function summarise(outcome: FileOutcome) {
  if (!('timetable' in outcome)) return outcome;
  const { timetable, ...rest } = outcome;
  return { ...rest, id: timetable.id, name: timetable.name };
}

function describe(outcome: FileOutcome): string[] {
  if (outcome.outcome === 'unreadable') return [`${outcome.file}: nothing loaded, it ${outcome.reason}`];
  if (outcome.outcome === 'refused') {
    const { file, problems } = outcome;
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    return [`${file}: nothing loaded, ${count}`, ...problems.map(({ path, message }) => `  ${path}  ${message}`)];
  }
  const { file, timetable } = outcome;
  const what = `${timetable.name}, version ${timetable.versionNumber} (${timetable.id})`;
  const size = `${timetable.lessons.length} lessons, ${timetable.lessonUnits.length} units`;
  return [outcome.outcome === 'unchanged' ? `${file}: ${what} is as it was` : `${file}: loaded ${what}, ${size}`];
}

await runCommand(command);
