// What the links of one person show: the feed, and the document with the timetables and the calendar cut down to them. For many
// persons of one school everything that they share is read once. Nothing is written out until it is known to have changed.

import type { OrganisationId } from '../../access/ids.ts';
import { assembleCalendar } from '../../calendar/assemble-calendar.ts';
import { cutCalendar } from '../../calendar/cut-calendar.ts';
import { type DerivedRange, versionsNeeded } from '../../calendar/derived-range.ts';
import { createFeedEvents, entityInChanges, type FeedEvents } from '../../calendar/feed/feed-events.ts';
import type { FeedContent } from '../../calendar/feed/feed-input.ts';
import { type FeedWindow, feedWindow } from '../../calendar/feed/feed-window.ts';
import { feedWords } from '../../calendar/feed/feed-words.ts';
import { draftFeed, type FeedDraft } from '../../calendar/feed/write-feed.ts';
import { indexPersons, type Person } from '../../calendar/lessons/index-persons.ts';
import { addDays } from '../../calendar/time/day.ts';
import { isZoneDataOld } from '../../calendar/time/zone-changes.ts';
import type {
  Calendar,
  NamedEntity,
  PersonalTimetable,
  PersonalTimetables,
  PublishedCalendar,
  Timetable,
} from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { assembleDaysOfPerson } from '../../days/assemble-days-of-person.ts';
import { changesOfPerson } from '../../days/changes-of-person.ts';
import { createCutter } from '../../document/cut-to-person.ts';
import { jsonPath } from '../../document/json-path.ts';
import { sha256OfText } from '../../snapshot/sha256.ts';
import { assertWithin, maxPersonBytes } from '../derived/derived-limits.ts';
import { daysOfWeeks, type LoadedVersions } from '../derived/load-versions.ts';
import type { DaysOfPersons } from './load-days-of-persons.ts';

export type PersonParts = {
  organisationId: OrganisationId;
  orgName: string;
  /** Of the documents. */
  generation: number;
  /** One that `checkCalendar` finds nothing wrong with; null when the organisation has none. */
  calendar: Calendar | null;
  /** With the documents that apply within the window of feeds. */
  versions: LoadedVersions;
  range: Pick<DerivedRange, 'today' | 'weeks'>;
  /** The release of the time-zone data. */
  tzdata: string;
  /** What is different from the plan; null for nothing. */
  days: DaysOfPersons | null;
};

export type PersonalDocuments = {
  feed: {
    /** A hash of what it is made from: where that is the same, the draft is. Null when nobody can tell. */
    source: string | null;
    draft(): FeedDraft;
  };
  my: {
    /** A hash of the document, without its generation and the times of edits. */
    basis: string;
    /** Its JSON text in UTF-8. @throws FailedError when it is too large; Error when it breaks its schema */
    encode(): Uint8Array;
  };
  /** Whether something is different from the plan. */
  isChanged: boolean;
};

export type PersonOptions = {
  /** Left out for that of all. */
  orgName?: string;
  /** Whether the feed leaves out what does not take place for the person. */
  hidesCancelled?: boolean;
};

/** Somebody whom no published version names. */
const nobody = { externalId: null, name: '', shortName: '' };

const nothing: Omit<FeedEvents, 'entity'> = { lessons: [], changed: [], closedDays: [], buildingNames: new Map() };

/** Makes the documents of one person after another; in each, the lists of versions are in the order of the list. */
export function createPersonAssembler(
  validate: Validator,
  parts: PersonParts,
): (person: Person, options?: PersonOptions) => PersonalDocuments {
  const { organisationId, generation, calendar, versions, range, tzdata, days } = parts;
  const window = feedWindow(range.today);
  const published = versions.documents.filter(({ status }) => status === 'published');
  const find = createFinder(published);
  const { firstDay, lastDay } = daysOfWeeks(range);
  const cutters = versionsNeeded(published, firstDay, lastDay).map(createCutter);
  const isWithheld = calendar !== null && isZoneDataOld(calendar.timeZone, tzdata);
  const eventsOf = calendar === null || isWithheld ? null : createFeedEvents({ calendar, versions: published, window });
  const calendarFor = createCalendarCutter(parts, window);
  const { withheld, ...ownWords } = feedWords.en;
  const words = isWithheld ? { ...ownWords, nothing: withheld } : ownWords;

  return (person, { orgName = parts.orgName, hidesCancelled = false } = {}) => {
    const { classEntityIds, groupIds, ...found } = find(person);
    const { changes, ownDays } = days === null ? unchanged : readDaysOf(days, person);
    const entity = found.entity ?? entityInChanges(person, changes) ?? { entityId: person.entityId, ...nobody };
    const name = entity.name.trim() || entity.shortName.trim();
    const content = {
      person: { ...person, organisationId },
      name: name === '' ? orgName : `${name} (${orgName})`,
      ...{ words, window },
      ...{ hidesCancelled, sha256: sha256OfText },
    };
    const basis = eventsOf === null ? 'none' : eventsOf.basisOf(person, changes);
    const feed = {
      source: basis === null ? null : sha256OfText(`${hashOfSource(content, tzdata)} ${basis}`),
      draft: () => draftFeed({ ...content, ...(eventsOf?.(person, changes) ?? nothing) }),
    };
    const timetables = cutters.flatMap((cut) => cut(person) ?? []);
    const ownCalendar = calendarFor(classEntityIds, groupIds);
    const shown = { kind: person.kind, entity, orgName };
    return {
      feed,
      my: {
        basis: sha256OfText(JSON.stringify([shown, timetables.map(withoutEdit), ownCalendar?.hash ?? null, ownDays])),
        encode: () =>
          encode(validate, {
            ...shown,
            generation,
            timetables,
            calendar: ownCalendar === null ? null : { ...ownCalendar.calendar, generation },
            days: ownDays,
          }),
      },
      isChanged: ownDays.length > 0 || (changes?.dates.size ?? 0) > 0,
    };
  };
}

const unchanged = { changes: null, ownDays: [] };

/** Whole weeks, so that nothing is written anew at midnight. */
const daysShown = 21;

function readDaysOf({ resolved, teachers, from, to }: DaysOfPersons, person: Person) {
  const dates = Array.from({ length: daysShown }, (_, day) => addDays(from, day));
  const own = resolved.of(person, teachers);
  return { changes: changesOfPerson(own, from, to), ownDays: assembleDaysOfPerson(own, person, dates) };
}

/** To be raised when feeds say the same lessons in another way, so that all are written again. */
const formOfFeeds = 2;

const hashOfSource = (
  { person, name, words, window, hidesCancelled }: Omit<FeedContent, keyof FeedEvents>,
  tzdata: string,
): string => JSON.stringify([formOfFeeds, person, name, words, window, tzdata, hidesCancelled]);

const withoutEdit = ({ updatedAt: _, ...timetable }: PersonalTimetable) => timetable;

function encode(validate: Validator, data: PersonalTimetables): Uint8Array {
  const validation = validate('my', data);
  if (!validation.valid) {
    const [first] = validation.problems;
    throw new Error(
      `the document of ${data.kind} ${data.entity.entityId} breaks its schema: ${jsonPath(first?.segments ?? [])} ${first?.message}`,
    );
  }
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  assertWithin(maxPersonBytes, bytes.length, `the document of ${data.kind} ${data.entity.entityId}`, 'MB');
  return bytes;
}

type Found = {
  /** As the first of the versions names it; null for somebody whom none names. */
  entity: NamedEntity | null;
  /** The person's own class, and those of the person's units. */
  classEntityIds: ReadonlySet<string>;
  /** The timetables that the person is in. */
  groupIds: ReadonlySet<string>;
};

function createFinder(versions: readonly Timetable[]): (person: Person) => Found {
  const indexed = versions.map((document) => ({
    groupId: document.groupId,
    personOf: indexPersons(document),
    entityIds: new Map(document.classes.map(({ localId, entityId }) => [localId, entityId])),
  }));
  return (person) => {
    let entity: NamedEntity | null = null;
    const [classEntityIds, groupIds] = [new Set<string>(), new Set<string>()];
    for (const { groupId, personOf, entityIds } of indexed) {
      const found = personOf(person);
      if (found === null) continue;
      entity ??= found.entity;
      groupIds.add(groupId);
      if (found.ownClass !== null) classEntityIds.add(found.ownClass.entityId);
      for (const { classIds } of found.units)
        for (const id of classIds) {
          const entityId = entityIds.get(id);
          if (entityId !== undefined) classEntityIds.add(entityId);
        }
    }
    return { entity, classEntityIds, groupIds };
  };
}

/** The most calendars that are kept for other persons; most schools need one. */
const mostCalendars = 50;

type CutFor = { calendar: PublishedCalendar; hash: string };

function createCalendarCutter(
  { organisationId, calendar, versions, range, tzdata }: PersonParts,
  { firstDay, lastDay }: FeedWindow,
): (classEntityIds: ReadonlySet<string>, groupIds: ReadonlySet<string>) => CutFor | null {
  if (calendar === null) return () => null;
  // A generation of its own, so that it is the same for all.
  const asCalendar = { organisationId, generation: 0, calendar, versions: versions.onCalendar, today: range.today };
  const whole = assembleCalendar({ ...asCalendar, tzdata });
  const named = new Set([...whole.closures, ...whole.exceptions].flatMap(({ classEntityIds }) => classEntityIds ?? []));
  const known = new Map<string, CutFor>();
  return (classEntityIds, groupIds) => {
    const own = [...classEntityIds].filter((id) => named.has(id)).sort();
    const key = JSON.stringify([own, [...groupIds].sort()]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= mostCalendars) known.clear();
    const cut = cutCalendar(whole, { firstDay, lastDay, classEntityIds, groupIds });
    const made = { calendar: cut, hash: sha256OfText(JSON.stringify(cut)) };
    known.set(key, made);
    return made;
  };
}
