// Stores the file of a planning program, in the place of what is stored for its days: all of it, or nothing with what is wrong by line.

import type { OrganisationId } from '../../access/ids.ts';
import type { Validator } from '../../contract/validator.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import type { DayFileReport } from '../../formats/days/day-file.ts';
import type { Editor } from '../operator.ts';
import { checkDayFile, type FileProblem, withLines } from './check-day-file.ts';
import type { DayDifferences } from './compare-days.ts';
import { importDays } from './import-days.ts';
import { readDayPlan } from './read-day-plan.ts';

export type ImportDayFile = {
  organisationId: OrganisationId;
  file: { name: string; bytes: Uint8Array };
  isDryRun: boolean;
};

export type DayFileOutcome = { report: DayFileReport } & (
  | { outcome: 'refused'; problems: FileProblem[] }
  | { outcome: 'stored' | 'unchanged'; written: number; differences: DayDifferences; warnings: FileProblem[] }
);

/** @throws as `importDays` */
export async function importDayFile(
  editor: Editor,
  validate: Validator,
  { organisationId, file, isDryRun }: ImportDayFile,
): Promise<DayFileOutcome> {
  const { database } = editor.open;
  await assertOrganisation(database, organisationId);
  const readPlan = (from: number, to: number) =>
    database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((transaction) => readDayPlan(transaction, validate, organisationId, from, to));
  const checked = await checkDayFile(file, readPlan, validate);
  const { report } = checked;
  if ('problems' in checked) return { report, outcome: 'refused', problems: checked.problems };
  const imported = await importDays(editor, validate, organisationId, checked.changes, { isDryRun });
  if (imported.outcome === 'refused')
    return { report, outcome: 'refused', problems: withLines(imported.problems, checked.lines) };
  const { outcome, written, differences, warnings } = imported;
  return { report, outcome, written, differences, warnings: withLines(warnings, checked.lines) };
}
