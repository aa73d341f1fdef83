// The work that the dashboard gives to a process of its own, since it reads, checks or publishes documents or days: so no other request, a
// revocation above all, waits for one. Job and result travel between processes, so they are plain data.

import type { OrganisationId } from '../../access/ids.ts';
import { type DayFileOutcome, type ImportDayFile, importDayFile } from '../../control/days/import-day-file.ts';
import { type PutDays, type PutDaysOutcome, putDays } from '../../control/days/put-days.ts';
import { type ShownDay, showDay } from '../../control/days/show-day.ts';
import { hashState } from '../../control/hash-state.ts';
import type { Actor, Operator } from '../../control/operator.ts';
import type { Precondition } from '../../control/precondition.ts';
import { type Built, buildOrganisation } from '../../control/publication/build-organisation.ts';
import { type KeepShown, type KeptShown, keepShown } from '../../control/publication/keep-shown.ts';
import { rollBackOrganisation } from '../../control/publication/roll-back-organisation.ts';
import { type ChangedVersion, readTimetable } from '../../control/timetables/change-version.ts';
import { deleteTimetable } from '../../control/timetables/delete-timetable.ts';
import {
  importSchoolFiles,
  type SchoolFile,
  type SchoolFileOutcome,
  type SchoolImportOptions,
} from '../../control/timetables/import-school-files.ts';
import {
  type PublishOutcome,
  type PublishTimetable,
  publishTimetable,
} from '../../control/timetables/publish-timetable.ts';
import { type PutOutcome, type PutTimetable, putTimetable } from '../../control/timetables/put-timetable.ts';
import { type RenameTimetable, renameTimetable } from '../../control/timetables/rename-timetable.ts';

export type Job = { actor: Actor } & (
  | { kind: 'read'; organisationId: OrganisationId; versionId: string }
  | ({ kind: 'put' } & PutTimetable)
  | ({ kind: 'publish' } & PublishTimetable)
  | ({ kind: 'rename' } & RenameTimetable)
  | { kind: 'delete'; organisationId: OrganisationId; versionId: string; precondition: Precondition }
  | ({ kind: 'keep' } & KeepShown)
  | { kind: 'import'; files: SchoolFile[]; options: SchoolImportOptions }
  | { kind: 'day'; organisationId: OrganisationId; date: number }
  | ({ kind: 'days' } & PutDays)
  | ({ kind: 'day file' } & ImportDayFile)
  | { kind: 'build'; organisationId: OrganisationId; isFull: boolean }
  | { kind: 'rollback'; organisationId: OrganisationId; to: number | null }
);

export type JobResult =
  | { kind: 'read'; outcome: { bytes: Uint8Array; etag: string } }
  | { kind: 'put'; outcome: PutOutcome }
  | { kind: 'publish'; outcome: PublishOutcome }
  | { kind: 'rename'; outcome: ChangedVersion }
  | { kind: 'delete'; outcome: 'deleted' | 'precondition-failed' }
  | { kind: 'keep'; outcome: KeptShown }
  | { kind: 'import'; outcome: SchoolFileOutcome }
  | { kind: 'day'; outcome: ShownDay }
  | { kind: 'days'; outcome: PutDaysOutcome }
  | { kind: 'day file'; outcome: DayFileOutcome }
  | { kind: 'build'; outcome: Built }
  | { kind: 'rollback'; outcome: { generation: number; rolledBackTo: number } };

export async function runJob(tools: Omit<Operator, 'actor'>, job: Job): Promise<JobResult> {
  const operator: Operator = { ...tools, actor: job.actor };
  switch (job.kind) {
    case 'read': {
      const timetable = await readTimetable(operator.open.database, job.organisationId, job.versionId);
      const bytes = new TextEncoder().encode(JSON.stringify(timetable));
      return { kind: 'read', outcome: { bytes, etag: hashState(timetable) } };
    }
    case 'publish':
      return { kind: 'publish', outcome: await publishTimetable(operator, job) };
    case 'rename':
      return { kind: 'rename', outcome: await renameTimetable(operator, job) };
    case 'put':
      return { kind: 'put', outcome: await putTimetable(operator, job) };
    case 'delete': {
      const { organisationId, versionId, precondition } = job;
      return { kind: 'delete', outcome: await deleteTimetable(operator, organisationId, versionId, precondition) };
    }
    case 'keep':
      return { kind: 'keep', outcome: await keepShown(operator, job) };
    case 'import': {
      const { open, publisher, actor } = operator;
      const { store, validate, now } = publisher;
      const importer = { database: open.database, store, validate, now, actor };
      return { kind: 'import', outcome: await importSchoolFiles(importer, job.files, job.options) };
    }
    case 'day': {
      const { open, publisher } = operator;
      return { kind: 'day', outcome: await showDay(open.database, publisher.validate, job.organisationId, job.date) };
    }
    case 'days':
      return { kind: 'days', outcome: await putDays(operator, operator.publisher.validate, job) };
    case 'day file':
      return { kind: 'day file', outcome: await importDayFile(operator, operator.publisher.validate, job) };
    case 'build':
      return { kind: 'build', outcome: await buildOrganisation(operator, job.organisationId, job.isFull) };
    case 'rollback':
      return { kind: 'rollback', outcome: await rollBackOrganisation(operator, job.organisationId, job.to) };
  }
}
