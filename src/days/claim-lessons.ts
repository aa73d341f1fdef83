// Finds the planned lesson that each change of a date means: by its id, or by when it begins and who has it. A description means
// one period, so that half of a double can be changed; an id means the lesson that is shown under it. No two changes get the same
// period.

import type { PlannedLesson } from '../calendar/lessons/planned-lesson.ts';
import type { LessonReference, NamedEntity } from '../contract/types.generated.ts';
import { append } from './append.ts';
import { type EntityKind, entityKinds, type FindNamed } from './find-names.ts';
import type { LessonWithId } from './lesson-ids.ts';

/** The periods of a lesson from `first` to the one before `end`. */
export type Claim = { lesson: LessonWithId; first: number; end: number };

/** A lesson that may have been meant, named as people do. */
export type Candidate = { id: string; startTime: string } & Record<EntityKind, string[]>;

export type ClaimFailure = {
  code: 'no-lesson' | 'several-lessons' | 'ambiguous-name' | 'taken';
  candidates: Candidate[];
};

/** As many candidates as somebody reads, and for as many changes of a date: looking for them takes long. */
const [mostCandidates, mostTold] = [20, 100];

export type ClaimsAsked = {
  /** In their order; the first of two that mean the same lesson gets it. */
  references: readonly LessonReference[];
  /** Of the date. */
  lessons: readonly LessonWithId[];
  /** Among the entities of the version that a lesson is from. */
  findIn(timetableId: string): FindNamed;
};

/** @returns one claim or failure for each reference */
export function claimLessons({ references, lessons, findIn }: ClaimsAsked): (Claim | ClaimFailure)[] {
  const answers: (Claim | ClaimFailure)[] = references.map(() => ({ code: 'no-lesson', candidates: [] }));
  const taken = createTaken();
  // Descriptions come first, since what they leave of a lesson is what its ids mean.
  const places = indexPlaces(lessons);
  let failed = 0;
  for (const [index, reference] of references.entries()) {
    if (reference.id !== undefined) continue;
    const claim = describedIn(reference, places, findIn, failed < mostTold);
    if ('code' in claim) failed += 1;
    answers[index] = 'code' in claim ? claim : taken.take(claim);
  }
  const byId = new Map(
    lessons.flatMap((lesson) => lesson.parts.map(({ id }, first) => [id, { lesson, first }] as const)),
  );
  const identified = references.flatMap(({ id, wholeLesson = false }, index) => {
    const place = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && place === undefined) {
      failed += 1;
      answers[index] = { code: 'no-lesson', candidates: failed > mostTold ? [] : candidatesNear(id, lessons) };
    }
    return place === undefined ? [] : [{ index, wholeLesson, ...place }];
  });
  for (const { lesson, first } of identified) taken.begin(lesson, first);
  for (const { index, wholeLesson, lesson, first } of identified)
    answers[index] = taken.take(wholeLesson ? whole(lesson) : taken.shownUnderId(lesson, first));
  return answers;
}

const whole = (lesson: LessonWithId): Claim => ({ lesson, first: 0, end: lesson.parts.length });

/** Which periods are claimed, and where changes begin that name an id. Nothing is looked at twice for nothing, however long a lesson is. */
function createTaken() {
  const known = new Map<LessonWithId, { parts: Uint8Array; starts: Set<number>; least: number }>();
  const of = (lesson: LessonWithId) => {
    const found = known.get(lesson) ?? {
      parts: new Uint8Array(lesson.parts.length),
      starts: new Set(),
      least: Infinity,
    };
    known.set(lesson, found);
    return found;
  };
  return {
    begin(lesson: LessonWithId, first: number): void {
      const found = of(lesson);
      found.starts.add(first);
      found.least = Math.min(found.least, first);
    },
    take(claim: Claim): Claim | ClaimFailure {
      const found = of(claim.lesson);
      for (let part = claim.first; part < claim.end; part++)
        if (found.parts[part] === 1) return { code: 'taken', candidates: [candidateOf(claim)] };
      found.parts.fill(1, claim.first, claim.end);
      found.least = Math.min(found.least, claim.first);
      return claim;
    },
    /**
     * What is shown under the id of a period: the rest of the lesson up to the next change, where the lesson or what another
     * change leaves of it begins there; otherwise the one period.
     */
    shownUnderId(lesson: LessonWithId, first: number): Claim {
      const { parts, starts, least } = of(lesson);
      let end = first + 1;
      if (first === 0 || least < first)
        while (end < parts.length && parts[end] !== 1 && !starts.has(end) && parts[first] !== 1) end += 1;
      return { lesson, first, end };
    },
  };
}

type Place = { lesson: LessonWithId; first: number; part: PlannedLesson };

/** The parts that begin at a time, or have a period: by what `placesKey` makes of their version and one of those who have them. */
type Places = Map<string | number, { all: Place[]; by: Map<string, Place[]>; timetableIds: Set<string> }>;

const placesKey = (timetableId: string, kind: EntityKind | '', entityId: string): string =>
  JSON.stringify([timetableId, kind, entityId]);

function indexPlaces(lessons: readonly LessonWithId[]): Places {
  const places: Places = new Map();
  const add = (when: string | number, place: Place) => {
    const then = places.get(when) ?? { all: [], by: new Map<string, Place[]>(), timetableIds: new Set<string>() };
    places.set(when, then);
    const { timetableId } = place.part;
    then.timetableIds.add(timetableId);
    then.all.push(place);
    append(then.by, placesKey(timetableId, '', ''), place);
    for (const kind of entityKinds)
      for (const { entityId } of place.part[kind]) append(then.by, placesKey(timetableId, kind, entityId), place);
  };
  for (const lesson of lessons)
    for (const [first, { lesson: part }] of lesson.parts.entries()) {
      const place = { lesson, first, part };
      add(part.startTime, place);
      add(part.periodIndex, place);
    }
  return places;
}

/** @param tells whether a failure names candidates */
function describedIn(
  reference: LessonReference,
  places: Places,
  findIn: ClaimsAsked['findIn'],
  tells: boolean,
): Claim | ClaimFailure {
  const { startTime, periodIndex, wholeLesson } = reference;
  const then = places.get(startTime ?? periodIndex ?? '');
  const isThen = ({ part }: Place) => periodIndex === undefined || part.periodIndex === periodIndex;
  let isAmbiguous = false;
  const meant: Place[] = [];
  for (const timetableId of then?.timetableIds ?? []) {
    const named = entityKinds.flatMap((kind) =>
      (reference[kind] ?? []).map((name) => ({ kind, entity: findIn(timetableId)(kind, name) })),
    );
    isAmbiguous ||= named.some(({ entity }) => entity === 'ambiguous');
    const keys = named.flatMap(({ kind, entity }) =>
      typeof entity === 'string' ? [] : [placesKey(timetableId, kind, entity.entityId)],
    );
    if (keys.length < named.length) continue;
    // Whoever has the fewest is looked through.
    const lists = [placesKey(timetableId, '', ''), ...keys].map((key) => then?.by.get(key) ?? []);
    const fewest = lists.reduce((least, list) => (list.length < least.length ? list : least));
    for (const place of fewest) {
      if (isThen(place) && named.every(({ kind, entity }) => takesPart(entity, place.part[kind]))) meant.push(place);
      if (meant.length > mostCandidates) break;
    }
  }
  const [only, ...more] = meant;
  if (only === undefined) {
    const there = tells ? likeliest((then?.all ?? []).filter(isThen), reference) : [];
    return { code: isAmbiguous ? 'ambiguous-name' : 'no-lesson', candidates: candidatesOf(there) };
  }
  if (more.length > 0) return { code: 'several-lessons', candidates: candidatesOf(meant) };
  const { lesson, first } = only;
  return wholeLesson === true ? whole(lesson) : { lesson, first, end: first + 1 };
}

const takesPart = (named: ReturnType<FindNamed>, those: readonly NamedEntity[]): boolean =>
  typeof named !== 'string' && those.some(({ entityId }) => entityId === named.entityId);

/** Those that have most of the names, the most first. */
function likeliest(places: readonly Place[], reference: LessonReference): Place[] {
  const names = new Set(entityKinds.flatMap((kind) => reference[kind] ?? []));
  const byCount: Place[][] = [];
  for (const place of places) {
    let found = 0;
    for (const kind of entityKinds)
      for (const { name, shortName } of place.part[kind]) if (names.has(name) || names.has(shortName)) found += 1;
    byCount[found] ??= [];
    if ((byCount[found]?.length ?? 0) < mostCandidates) byCount[found]?.push(place);
  }
  return byCount.reverse().flat();
}

const candidatesOf = (places: readonly Place[]): Candidate[] =>
  places.slice(0, mostCandidates).map(({ lesson, first }) => candidateOf({ lesson, first }));

/** Of an id that nothing has, those that begin at its time. */
function candidatesNear(id: string, lessons: readonly LessonWithId[]): Candidate[] {
  const time = id.slice(0, id.indexOf('-'));
  return lessons
    .flatMap((lesson) => lesson.parts.map((part, first) => ({ part, lesson, first })))
    .filter(({ part }) => part.id.startsWith(`${time}-`))
    .slice(0, mostCandidates)
    .map(candidateOf);
}

function candidateOf({ lesson, first }: Pick<Claim, 'lesson' | 'first'>): Candidate {
  const { id = '', lesson: part = lesson.lesson } = lesson.parts[first] ?? {};
  const named = (kind: EntityKind) => part[kind].map(({ name, shortName }) => shortName || name);
  const { startTime } = part;
  return {
    ...{ id, startTime, subjects: named('subjects'), teachers: named('teachers') },
    ...{ classes: named('classes'), rooms: named('rooms') },
  };
}
