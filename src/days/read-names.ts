// Reads the names in changes as entities: those of the version that a lesson is from, or of the versions of a date, then those of
// the organisation. What nobody knows is kept as a plain name, but for a class: lessons of a class that is not there would be
// shown to nobody.

import { versionsOn } from '../calendar/lessons/versions-on.ts';
import { rememberDates } from '../calendar/remember-dates.ts';
import type { Participant, Timetable } from '../contract/types.generated.ts';
import {
  createFindNamed,
  type Entities,
  type EntityKind,
  entitiesOf,
  entityKinds,
  type FindNamed,
  firstOf,
  type Named,
} from './find-names.ts';
import type { Lists } from './lesson-outcome.ts';

type ReadLists = { lists: Partial<Lists> } | { code: 'unknown-class' | 'ambiguous-name'; field: string };

export function readLists(given: Partial<Record<EntityKind, string[]>>, find: FindNamed): ReadLists {
  const lists: Partial<Lists> = {};
  for (const kind of entityKinds) {
    if (given[kind] === undefined) continue;
    const found = given[kind].map((name) => ({ name, named: find(kind, name) }));
    const answers = found.map(({ named }) => named);
    if (answers.includes('ambiguous') || (kind === 'classes' && answers.includes('unknown')))
      return { code: codeOf(answers), field: kind };
    const known = found.map(({ name, named }) => (typeof named === 'string' ? plainName(name) : named));
    Object.assign(lists, { [kind]: known });
  }
  return { lists };
}

/** Of names that cannot be used. */
export const codeOf = (answers: readonly Named[]): 'ambiguous-name' | 'unknown-class' =>
  answers.includes('ambiguous') ? 'ambiguous-name' : 'unknown-class';

export const plainName = (name: string): Participant => ({ entityId: null, externalId: null, name, shortName: name });

/** Where names are looked for: in the version that a lesson is from, or those of a date; then in the organisation. */
export type Names = ReturnType<typeof createNames>;

export function createNames(published: readonly Timetable[], entities: Entities) {
  const ofOrganisation = createFindNamed(entities);
  const byVersion = new Map<string, FindNamed>();
  const inVersion = (timetableId: string): FindNamed => {
    const known = byVersion.get(timetableId);
    if (known !== undefined) return known;
    const find = createFindNamed(entitiesOf(published.filter(({ id }) => id === timetableId)));
    byVersion.set(timetableId, find);
    return find;
  };
  return {
    inVersion,
    around: (timetableId: string) => firstOf(inVersion(timetableId), ofOrganisation),
    on: rememberDates((date) => {
      const those = versionsOn(published, date);
      const [only, ...more] = those;
      const find = only !== undefined && more.length === 0 ? inVersion(only.id) : createFindNamed(entitiesOf(those));
      return firstOf(find, ofOrganisation);
    }),
  };
}
