// What the links of one person show: the feed, and the document with the timetables and the calendar cut down to them. For many
// persons of one school everything that they share is read once. Nothing is written out until it is known to have changed.

import type { OrganisationId } from '../../access/ids.ts';
import { assembleCalendar } from '../../calendar/assemble-calendar.ts';
import { cutCalendar } from '../../calendar/cut-calendar.ts';
import { type DerivedRange, versionsNeeded } from '../../calendar/derived-range.ts';
import { createFeedEvents, type FeedEvents } from '../../calendar/feed/feed-events.ts';
import type { FeedContent } from '../../calendar/feed/feed-input.ts';
import { type FeedWindow, feedWindow } from '../../calendar/feed/feed-window.ts';
import { feedWords } from '../../calendar/feed/feed-words.ts';
import { draftFeed, type FeedDraft } from '../../calendar/feed/write-feed.ts';
import { indexPersons, type Person } from '../../calendar/lessons/index-persons.ts';
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
import { createCutter } from '../../document/cut-to-person.ts';
import { jsonPath } from '../../document/json-path.ts';
import { sha256OfText } from '../../snapshot/sha256.ts';
import { assertWithin, maxPersonBytes } from '../derived/derived-limits.ts';
import { daysOfWeeks, type LoadedVersions } from '../derived/load-versions.ts';

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
};

export type PersonDocuments = {
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
};

/** Somebody whom no published version names. */
const nobody = { externalId: null, name: '', shortName: '' };

const nothing: Omit<FeedEvents, 'entity'> = { lessons: [], closedDays: [], buildingNames: new Map() };

/** Makes the documents of one person after another; in each, the lists of versions are in the order of the list. */
export function createPersonAssembler(
  validate: Validator,
  parts: PersonParts,
): (person: Person, orgName?: string) => PersonDocuments {
  const { organisationId, generation, calendar, versions, range, tzdata } = parts;
  const window = feedWindow(range.today);
  const published = versions.documents.filter(({ status }) => status === 'published');
  const find = createFinder(published);
  const days = daysOfWeeks(range);
  const cutters = versionsNeeded(published, days.firstDay, days.lastDay).map(createCutter);
  const isWithheld = calendar !== null && isZoneDataOld(calendar.timeZone, tzdata);
  const eventsOf = calendar === null || isWithheld ? null : createFeedEvents({ calendar, versions: published, window });
  const calendarFor = createCalendarCutter(parts, window);
  const { withheld, ...ownWords } = feedWords.en;
  const words = isWithheld ? { ...ownWords, nothing: withheld } : ownWords;

  return (person, orgName = parts.orgName) => {
    const { entity, classEntityIds, groupIds } = find(person);
    const name = entity.name.trim() || entity.shortName.trim();
    const content = {
      person: { ...person, organisationId },
      name: name === '' ? orgName : `${name} (${orgName})`,
      ...{ words, window },
      sha256: sha256OfText,
    };
    const basis = eventsOf === null ? 'none' : eventsOf.basisOf(person);
    const feed = {
      source: basis === null ? null : sha256OfText(`${hashOfSource(content, tzdata)} ${basis}`),
      draft: () => draftFeed({ ...content, ...(eventsOf?.(person) ?? nothing) }),
    };
    const timetables = cutters.flatMap((cut) => cut(person) ?? []);
    const own = calendarFor(classEntityIds, groupIds);
    const shown = { kind: person.kind, entity, orgName };
    return {
      feed,
      my: {
        basis: sha256OfText(JSON.stringify([shown, timetables.map(withoutEdit), own?.hash ?? null])),
        encode: () =>
          encode(validate, {
            ...shown,
            generation,
            timetables,
            calendar: own === null ? null : { ...own.calendar, generation },
          }),
      },
    };
  };
}

/** To be raised when feeds say the same lessons in another way, so that all are written again. */
const formOfFeeds = 2;

const hashOfSource = ({ person, name, words, window }: Omit<FeedContent, keyof FeedEvents>, tzdata: string): string =>
  JSON.stringify([formOfFeeds, person, name, words, window, tzdata]);

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
  /** As the first of the versions names it. */
  entity: NamedEntity;
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
    return { entity: entity ?? { entityId: person.entityId, ...nobody }, classEntityIds, groupIds };
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
