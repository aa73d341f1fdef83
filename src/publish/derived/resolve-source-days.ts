// Resolves what an open organisation says of single days: for its days, its weeks and its links alike.

import type { Calendar, Timetable } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { type ResolvedDays, resolveDays } from '../../days/resolve-days.ts';
import { sha256OfText } from '../../snapshot/sha256.ts';
import type { OpenOrganisation } from '../port.ts';
import type { SourceDays } from '../source-days.ts';
import { assertDays } from './assert-days.ts';
import type { Days } from './load-versions.ts';

export type ResolvedSourceDays = {
  days: ResolvedDays;
  /** Whether nothing is different on any of them. */
  isEmpty: boolean;
  teachersInChanges: SourceDays['teachersInChanges'];
};

/** @throws BrokenCalendarError when a row is not as the schema says */
export async function resolveSourceDays(
  validate: Validator,
  { organisationId, readDays }: Pick<OpenOrganisation, 'organisationId' | 'readDays'>,
  calendar: Calendar,
  versions: readonly Timetable[],
  { firstDay, lastDay }: Days,
): Promise<ResolvedSourceDays> {
  const source = await readDays(firstDay, lastDay);
  assertDays(validate, organisationId, source, firstDay, lastDay);
  const days = resolveDays({ ...source, calendar, versions, sha256: sha256OfText });
  const isEmpty = source.changes.length + source.notes.length + source.absent.length === 0;
  return { days, isEmpty, teachersInChanges: source.teachersInChanges };
}
