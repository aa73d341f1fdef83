// Publishes a draft from a day on. The version that applies until then ends on the day before; one that is to begin later stays, and
// ends this one.

import type { Timetable } from '../../contract/types.generated.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { dayBefore, endEarlier, type PublishedFrom } from '../../database/timetable/end-earlier.ts';
import { type Emptied, findEmptied } from '../../database/timetable/find-emptied.ts';
import { rowIds, timetableRow } from '../../database/timetable/row-id.ts';
import { AlreadyError } from '../../errors.ts';
import { recordAs } from '../audit/record-audit.ts';
import type { PublishingEditor } from '../operator.ts';
import { type ChangedVersion, type ChangeVersion, changeVersion, readTimetable } from './change-version.ts';

export type PublishTimetable = ChangeVersion & {
  /** Its first day, and today, as YYYYMMDD. */
  from: number;
  today: number;
  /** Publish it even if it places next to nothing, and the version that ends has lessons. */
  evenIfNearlyEmpty: boolean;
};

export type PublishOutcome = ChangedVersion | ({ outcome: 'nearly empty' } & Emptied);

/** @throws NotFoundError; AlreadyError when it is no draft */
export async function publishTimetable(operator: PublishingEditor, asked: PublishTimetable): Promise<PublishOutcome> {
  const { organisationId, versionId, from, today, evenIfNearlyEmpty } = asked;
  const {
    open: { database },
    publisher: { now },
    actor,
  } = operator;
  const draft = await readTimetable(database, organisationId, versionId);
  if (draft.status !== 'draft') throw new AlreadyError(`version ${versionId} is published already`);
  if (!evenIfNearlyEmpty) {
    const placed = draft.lessonUnits.filter(({ dayId }) => dayId !== null).length;
    const ended = { organisationId, timetableId: draft.groupId, id: versionId, from, placed };
    const emptied = await findEmptied(database, ended);
    if (emptied !== null) return { outcome: 'nearly empty', ...emptied };
  }
  const next = await nextBeginning(database, draft, from);
  const window: PublishedFrom = { from, hasBegun: from <= today && (next === null || next > today) };
  const moment = new Date(now()).toISOString();
  const published: Timetable = {
    ...draft,
    status: 'published',
    isCurrent: window.hasBegun,
    publishedAt: moment,
    updatedAt: moment,
    effectiveFrom: from,
    effectiveTo: next === null ? null : dayBefore(next),
  };
  return changeVersion(operator, asked, draft, published, async (transaction) => {
    await endEarlier(transaction, published, window);
    if ((await nextBeginning(transaction, draft, from)) !== next) return false;
    await recordAs(transaction, actor, {
      ...{ organisationId, resource: 'timetable', action: 'published', subject: versionId },
      new: { name: published.name, versionNumber: published.versionNumber, effectiveFrom: from },
    });
    return true;
  });
}

/** The first day of the published version that begins next after `from`; null for none. */
async function nextBeginning(
  database: Database,
  { orgId, id, groupId }: Pick<Timetable, 'orgId' | 'id' | 'groupId'>,
  from: number,
): Promise<number | null> {
  const next = await database
    .selectFrom('timetable_version')
    .select(({ fn }) => fn.min('effective_from').as('day'))
    .where('timetable_id', '=', timetableRow(orgId, groupId))
    .where('id', 'not in', rowIds(orgId, id))
    .where('status', '=', 'published')
    .where('is_autosave', '=', false)
    .where('effective_from', '>', from)
    .executeTakeFirst();
  return next?.day ?? null;
}
