// Finds the changes that concern somebody without looking through those of everybody else.

import { append } from './append.ts';
import { type EntityKind, entityKinds } from './find-names.ts';
import type { AddedOutcome, Effect, Lists, PlannedOutcome } from './lesson-outcome.ts';

/** Of a planned lesson of which something is changed. */
export type ChangedOutcome = PlannedOutcome & { effect: Effect };

/** By the list and the entityId. */
type Naming<Outcome> = Map<string, Outcome[]>;

const keyOf = (list: EntityKind, entityId: string): string => `${list} ${entityId}`;

export function indexChanges(
  planned: ReadonlyMap<number, readonly PlannedOutcome[]>,
  added: ReadonlyMap<number, readonly AddedOutcome[]>,
) {
  const byDate = new Map<number, { ofLesson: Map<number, ChangedOutcome[]>; naming: Naming<ChangedOutcome> }>();
  for (const [date, outcomes] of planned) {
    const [ofLesson, naming] = [new Map<number, ChangedOutcome[]>(), new Map<string, ChangedOutcome[]>()];
    for (const { effect, ...outcome } of outcomes) {
      if (effect === null) continue;
      append(ofLesson, outcome.whole.place, { ...outcome, effect });
      if (!effect.cancelled) addTo(naming, effect.lists, { ...outcome, effect });
    }
    if (ofLesson.size > 0) byDate.set(date, { ofLesson, naming });
  }
  const addedNaming = new Map<number, Naming<AddedOutcome>>();
  for (const [date, outcomes] of added) {
    const naming = new Map<string, AddedOutcome[]>();
    for (const outcome of outcomes) addTo(naming, outcome.lists, outcome);
    addedNaming.set(date, naming);
  }
  return {
    /** The dates on which planned lessons are changed. */
    dates: [...byDate.keys()],
    /** In their order. @param place of the lesson */
    ofLesson: (date: number, place: number): readonly ChangedOutcome[] => byDate.get(date)?.ofLesson.get(place) ?? [],
    /** Those whose new lists name one of these. */
    namedFor: (date: number, list: EntityKind, ids: ReadonlySet<string>): ChangedOutcome[] =>
      found(byDate.get(date)?.naming, list, ids),
    addedFor: (date: number, list: EntityKind, ids: ReadonlySet<string>): AddedOutcome[] =>
      found(addedNaming.get(date), list, ids),
  };
}

function addTo<Outcome>(naming: Naming<Outcome>, lists: Partial<Lists>, outcome: Outcome): void {
  for (const kind of entityKinds)
    for (const entityId of new Set((lists[kind] ?? []).map((each) => each.entityId)))
      if (entityId !== null) append(naming, keyOf(kind, entityId), outcome);
}

/** Each once. */
const found = <Outcome>(naming: Naming<Outcome> | undefined, list: EntityKind, ids: ReadonlySet<string>): Outcome[] => [
  ...new Set([...ids].flatMap((id) => naming?.get(keyOf(list, id)) ?? [])),
];
