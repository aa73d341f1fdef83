// Finds text that is unreadable or misleading: blank names, control characters, characters that change the direction of
// writing, and absurd lengths.

import type { Timetable } from '../../contract/types.generated.ts';
import type { Segments } from '../json-path.ts';
import type { Warning } from './warning.ts';

/** In characters. */
const longest = { name: 200, text: 10_000 };

// A quick test first, since nearly every text passes it. \p{Cc} are the control characters.
const odd = /^\s*$|[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const control = /[\p{Cc}\u2028\u2029]/u;
const controlOfText = /(?![\t\n\r])\p{Cc}/u;
const direction = /[\u202a-\u202e\u2066-\u2069]/u;

/** A name must not be blank, other short texts may be blank or null, and a text may have several lines. */
type Role = 'name' | 'short' | 'text';
type Fields = Record<string, Role>;

const entity: Fields = { name: 'name', shortName: 'short', externalId: 'short', color: 'short' };
const part: Fields = { id: 'short', name: 'name' };
const blocks: Fields = { spanId: 'short', parallelGroupId: 'short', parallelGroupName: 'short', groupName: 'short' };

const version: Fields = { name: 'name', versionName: 'short', description: 'text' };
const bellSchedule: Fields = { name: 'name', scheduleType: 'short' };
const day: Fields = { id: 'short', label: 'name', shortLabel: 'short' };
const lists = {
  teachers: entity,
  subjects: entity,
  classes: entity,
  rooms: { ...entity, buildingName: 'short' },
  roomGroups: { name: 'name' },
  students: entity,
  courses: { name: 'name', courseCode: 'short' },
  sections: { localId: 'short', name: 'name', parallelGroupId: 'short' },
  lessonUnits: { ...blocks, dayId: 'short', distributionGroupId: 'short', lockReason: 'text' },
} as const satisfies Partial<Record<keyof Timetable, Fields>>;

export function* findTextWarnings(timetable: Timetable): Generator<Warning> {
  yield* inItem(timetable, [], 'timetable', version);
  for (const list of Object.keys(lists) as (keyof typeof lists)[]) // its own keys and no others
    yield* inList(timetable[list] ?? [], [list], list, lists[list]);
  for (const [index, schedule] of timetable.bellSchedules.entries()) {
    const at = ['bellSchedules', index];
    yield* inItem(schedule, at, 'bellSchedules', bellSchedule);
    yield* inList(schedule.days, [...at, 'days'], 'days', day);
    for (const [index, { id, periods, breaks }] of schedule.dayConfigurations.entries()) {
      const configurationAt = [...at, 'dayConfigurations', index];
      yield* inItem({ id }, configurationAt, 'dayConfigurations', { id: 'short' });
      yield* inList(periods, [...configurationAt, 'periods'], 'periods', part);
      yield* inList(breaks, [...configurationAt, 'breaks'], 'breaks', { id: 'short', name: 'short' });
    }
  }
  for (const [index, { groups }] of timetable.lessons.entries())
    yield* inList(groups, ['lessons', index, 'groups'], 'groups', { id: 'short', name: 'short' });
}

function* inList(items: readonly object[], at: Segments, list: string, fields: Fields): Generator<Warning> {
  const entries = Object.entries(fields);
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as Record<string, unknown>; // each value is checked before it is used
    for (const [field, role] of entries) {
      const text = item[field];
      if (typeof text === 'string' && (text.length > longest.name || odd.test(text)))
        yield* judge(text, role, `${list} ${field}`, [...at, index, field]);
    }
  }
}

function* inItem(item: object, at: Segments, list: string, fields: Fields): Generator<Warning> {
  for (const warning of inList([item], [], list, fields)) yield { ...warning, at: [...at, ...warning.at.slice(1)] };
}

function* judge(text: string, role: Role, kind: string, at: Segments): Generator<Warning> {
  const found = (message: string) => ({ kind: `${kind} ${message}`, at, message });
  const most = role === 'text' ? longest.text : longest.name;
  if (role === 'name' && text.trim() === '') yield { ...found('is blank'), code: 'blank-name' };
  if ((role === 'text' ? controlOfText : control).test(text))
    yield { ...found('contains control characters'), code: 'control-characters' };
  if (role !== 'text' && direction.test(text))
    yield { ...found('contains characters that change the direction of writing'), code: 'direction-characters' };
  if (text.length > most)
    yield { ...found(`has more than ${most} characters`), code: 'text-too-long', values: () => ({ most }) };
}
