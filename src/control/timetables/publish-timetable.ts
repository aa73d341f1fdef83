// Publishes a draft from a day on. The version that applies until then ends on the day before; one that is to begin later stays, and
// ends this one.

import { type Emptied, findEmptied } from '../../database/timetable/find-emptied.ts';
import { endEarlier, publishedFrom } from '../../database/timetable/publish-window.ts';
import { AlreadyError } from '../../errors.ts';
import { recordAs } from '../audit/record-audit.ts';
import { readToday } from '../calendars/read-today.ts';
import type { PublishingEditor } from '../operator.ts';
import { type ChangedVersion, type ChangeVersion, changeVersion, readTimetable } from './change-version.ts';

export type PublishTimetable = ChangeVersion & {
  /** Its first day as YYYYMMDD; null for today at the school. */
  from: number | null;
  /** Publish it even if it places next to nothing, and the version that ends has lessons. */
  evenIfNearlyEmpty: boolean;
};

export type PublishOutcome = ChangedVersion | ({ outcome: 'nearly empty' } & Emptied);

/** @throws NotFoundError; AlreadyError when it is no draft */
export async function publishTimetable(operator: PublishingEditor, asked: PublishTimetable): Promise<PublishOutcome> {
  const { organisationId, versionId, evenIfNearlyEmpty } = asked;
  const {
    open: { database },
    publisher: { now },
    actor,
  } = operator;
  const draft = await readTimetable(database, organisationId, versionId);
  if (draft.status !== 'draft') throw new AlreadyError(`version ${versionId} is published already`);
  const today = await readToday(database, organisationId, now());
  const from = asked.from ?? today;
  if (!evenIfNearlyEmpty) {
    const placed = draft.lessonUnits.filter(({ dayId }) => dayId !== null).length;
    const ended = { organisationId, timetableId: draft.groupId, id: versionId, from, placed };
    const emptied = await findEmptied(database, ended);
    if (emptied !== null) return { outcome: 'nearly empty', ...emptied };
  }
  const moment = new Date(now()).toISOString();
  return changeVersion(
    operator,
    asked,
    draft,
    { ...draft, updatedAt: moment },
    {
      complete: (transaction, own) => publishedFrom(transaction, own, { from, today }, moment),
      async afterwards(transaction, published) {
        await endEarlier(transaction, published);
        await recordAs(transaction, actor, {
          ...{ organisationId, resource: 'timetable', action: 'published', subject: versionId },
          new: { name: published.name, versionNumber: published.versionNumber, effectiveFrom: from },
        });
      },
    },
  );
}
