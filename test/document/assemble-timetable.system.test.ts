import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleTimetable } from '../../src/document/assemble-timetable.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import type { VersionRows } from '../../src/document/version-rows.ts';
import { arbitraryTimetable } from '../support/arbitrary-timetable.ts';
import { validate } from '../support/published-school.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { deepFreeze } from './deep-freeze.ts';
import { rowsOf } from './rows-of.ts';

const rows = () => rowsOf(smallTimetable());
const assemble = (changes: Partial<VersionRows>) => assembleTimetable({ ...rows(), ...changes });
const gone = <Row extends object>(list: readonly Row[]) => list.map((row) => ({ ...row, organisation: null }));
const room = { externalId: 'R1', name: 'Gym', shortName: 'G', color: null, isActive: true };
const gym = { ...room, capacity: 90, buildingName: 'South' };

test('rows are assembled into their document, and are not changed', () => {
  fc.assert(
    fc.property(arbitraryTimetable(), (timetable) => {
      const frozen = deepFreeze(rowsOf(timetable));
      expect(isDeepStrictEqual(assembleTimetable(frozen), timetable)).toBe(true);
    }),
  );
});

test('the same rows give the same bytes, in any order of their fields', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, part]) => [key, reversed(part)]),
    );
  };
  fc.assert(
    fc.property(arbitraryTimetable(), (timetable) => {
      const plain = rowsOf({ ...timetable, sectionSettings: {}, courses: [] });
      const withoutExtra: VersionRows = JSON.parse(JSON.stringify(plain), (key, value) =>
        key === 'extra' ? {} : value,
      );
      const turned = reversed(withoutExtra) as VersionRows; // the same fields with the same values
      expect(JSON.stringify(assembleTimetable(turned))).toBe(JSON.stringify(assembleTimetable(withoutExtra)));
    }),
  );
});

test('the full timetable begins with the fields of its list entry, in the order of the specification', () => {
  expect(Object.keys(assembleTimetable(rows()))).toEqual([
    ...['id', 'name', 'groupId', 'versionNumber', 'versionName', 'status', 'isCurrent', 'publishedAt', 'effectiveFrom'],
    ...['effectiveTo', 'schedulingMode', 'createdAt', 'updatedAt', 'description', 'orgId', 'bellSchedule'],
    ...['bellSchedules', 'teachers', 'subjects', 'classes', 'rooms', 'roomGroups', 'lessons', 'lessonUnits'],
    ...['students', 'courses', 'sections', 'sectionSettings'],
  ]);
});

test.each([null, '', '   ', '\t\n\u00a0\u2003\ufeff'])('a timetable named %j is shown as Untitled', (name) => {
  expect(assemble({ name }).name).toBe('Untitled');
});

test('any other name is unchanged', () => {
  expect(assemble({ name: ' Untitled 2 ' }).name).toBe(' Untitled 2 ');
});

test('the default bell schedule is repeated', () => {
  const { bellSchedule, bellSchedules } = assembleTimetable(rows());
  expect(bellSchedule).toEqual(bellSchedules[0]);
});

describe('an entity that no longer exists in the organisation is listed as Unknown', () => {
  const unknown = { externalId: null, name: 'Unknown', shortName: 'Unknown', color: null };
  const all = rows();
  const document = assemble({
    teachers: gone(all.teachers),
    subjects: gone(all.subjects),
    classes: gone(all.classes),
    rooms: gone(all.rooms),
    students: gone(all.students),
    courses: gone(all.courses),
    roomGroups: all.roomGroups.map((group) => ({ ...group, live: null })),
  });
  test.each(['teachers', 'subjects', 'classes', 'rooms'] as const)('in %s', (list) => {
    expect(document[list].length).toBeGreaterThan(0);
    for (const each of document[list]) expect(each).toMatchObject({ ...unknown, isActive: false });
  });
  test('with a capacity of 0 if it is a room', () => {
    expect(document.rooms).toMatchObject([{ capacity: 0, buildingName: '' }]);
  });
  test('among students and courses', () => {
    expect(document.students).toMatchObject([{ ...unknown, classId: 'cls_1', courseIds: ['crs_1'] }]);
    expect(document.courses).toMatchObject([{ name: 'Unknown', courseCode: null, maxPerDay: 2 }]);
  });
  test('as a room group of a draft, without members', () => {
    expect(document.roomGroups).toEqual([{ id: 'rgp_1', entityId: 'entity-rgp_1', name: 'Unknown', memberIds: [] }]);
  });
  test('with the fields that the version itself has, in a valid document', () => {
    expect(document.teachers).toMatchObject([{ localId: 'tch_1', entityId: 'entity-tch_1', maxPeriods: 20 }]);
    expect(document.classes).toMatchObject([{ classTeacherId: 'tch_1' }, { bellScheduleId: 'bs_other' }]);
    expect(validate('timetable', document).valid).toBe(true);
    expect(checkReferences(document)).toEqual([]);
  });
});

describe('a lesson group shows only the room fields of its mode', () => {
  const full = { roomIds: ['rom_1'], roomCandidateIds: ['rom_1'], roomGroupIds: ['rgp_1'], roomVariation: 'vary' };
  test.each([
    ['all', { roomIds: ['rom_1'], roomCandidateIds: [], roomGroupIds: [], roomVariation: null }],
    ['any', { roomIds: [], roomCandidateIds: ['rom_1'], roomGroupIds: ['rgp_1'], roomVariation: 'vary' }],
    ['none', { roomIds: [], roomCandidateIds: [], roomGroupIds: [], roomVariation: null }],
  ])('%s', (roomMode, expected) => {
    const lessonGroups = rows().lessonGroups.map((group) => ({ ...group, ...full, roomMode }));
    const groups = assemble({ lessonGroups }).lessons.flatMap((lesson) => lesson.groups);
    expect(groups).toHaveLength(3);
    for (const group of groups) expect(group).toMatchObject(expected);
  });
});

test('a class-based timetable has no student-level parts, and no references to them', () => {
  const document = assemble({ schedulingMode: 'standard' });
  for (const part of ['students', 'courses', 'sections', 'sectionSettings']) expect(document).not.toHaveProperty(part);
  const teachings = [...document.lessons.flatMap(({ groups }) => groups), ...document.lessonUnits];
  expect(teachings.map(({ studentIds }) => studentIds)).toEqual(teachings.map(() => []));
  expect(document.lessonUnits.map(({ sectionLocalId }) => sectionLocalId)).toEqual([null, null]);
});

test('a student-level timetable without section settings has empty ones', () => {
  expect(assemble({ sectionSettings: null }).sectionSettings).toEqual({});
});

describe('room groups', () => {
  const changed = (
    localId: string,
    live: { name: string; rooms: { entityId: string; organisation: typeof gym | null }[] },
  ) => ({ localId, entityId: `entity-${localId}`, frozen: { name: 'Then', memberIds: ['rom_1'] }, live });

  test('of a draft are the organisation’s current ones, and every member is listed in rooms', () => {
    const live = {
      name: 'Now',
      rooms: [
        { entityId: 'gym', organisation: gym },
        { entityId: 'entity-rom_1', organisation: null },
        { entityId: 'lost', organisation: null },
      ],
    };
    const { rooms, roomGroups } = assemble({ roomGroups: [changed('rgp_1', live), changed('rgp_2', live)] });
    const memberIds = ['rom_gym', 'rom_1', 'rom_lost'];
    expect(roomGroups).toMatchObject([
      { name: 'Now', memberIds },
      { name: 'Now', memberIds },
    ]);
    expect(rooms.map(({ localId, name }) => [localId, name])).toEqual([
      ['rom_1', 'Lab'],
      ['rom_gym', 'Gym'],
      ['rom_lost', 'Unknown'],
    ]);
    expect(rooms[1]).toEqual({ localId: 'rom_gym', entityId: 'gym', ...gym });
  });

  test('of a draft list a room under a localId that no other room has', () => {
    const live = {
      name: 'Now',
      rooms: [
        { entityId: '1', organisation: gym },
        { entityId: '1_', organisation: gym },
      ],
    };
    const { rooms, roomGroups } = assemble({ roomGroups: [changed('rgp_1', live)] });
    expect(new Set(rooms.map(({ localId }) => localId)).size).toBe(3);
    expect(roomGroups[0]?.memberIds).toEqual(rooms.slice(1).map(({ localId }) => localId));
    expect(rooms.map(({ entityId }) => entityId)).toEqual(['entity-rom_1', '1', '1_']);
  });

  test('of a draft have a valid localId for a room, however long its entity id is', () => {
    const entityId = 'x'.repeat(64);
    const live = { name: 'Now', rooms: [{ entityId, organisation: gym }] };
    const [first] = rows().rooms;
    const taken = { localId: `rom_${entityId}`, entityId: 'other', organisation: first?.organisation ?? null };
    const document = assemble({ rooms: [...rows().rooms, taken], roomGroups: [changed('rgp_1', live)] });
    expect(validate('timetable', document).valid).toBe(true);
    expect(checkReferences(document)).toEqual([]);
  });

  test('of a published version are as they were at publication', () => {
    const published = rowsOf(publishedTimetable('version-2'));
    const live = { name: 'Now', rooms: [{ entityId: 'gym', organisation: gym }] };
    const { rooms, roomGroups } = assembleTimetable({ ...published, roomGroups: [changed('rgp_1', live)] });
    expect(roomGroups).toEqual([{ id: 'rgp_1', entityId: 'entity-rgp_1', name: 'Then', memberIds: ['rom_1'] }]);
    expect(rooms).toHaveLength(1);
  });
});

test('extra fields follow the specified ones and replace none of them', () => {
  const extra = { color: 'red', id: 'forged', periods: [], days: 1, name: 'forged', label: 'forged' };
  const [schedule] = rows().bellSchedules;
  if (schedule === undefined) throw new Error('there is a schedule');
  const bellSchedules = [
    {
      ...schedule,
      extra,
      days: schedule.days.map((day) => ({ ...day, extra })),
      dayConfigurations: schedule.dayConfigurations.map((configuration) => ({
        ...configuration,
        extra,
        periods: configuration.periods.map((period) => ({ ...period, extra })),
        breaks: configuration.breaks.map((each) => ({ ...each, extra })),
      })),
    },
  ];
  const courses = rows().courses.map((course) => ({ ...course, settings: { ...extra, localId: 'crs_x', x: 1 } }));
  const document = assemble({ bellSchedules, courses });
  const before = assembleTimetable(rows());
  expect(document.bellSchedule).toMatchObject({ ...before.bellSchedule, color: 'red', label: 'forged', periods: [] });
  expect(document.courses).toMatchObject([{ localId: 'crs_1', name: 'Physics HL', x: 1, label: 'forged' }]);
  expect(Object.keys(document.courses?.[0] ?? {}).slice(0, 4)).toEqual(['localId', 'entityId', 'name', 'courseCode']);
  expect(Object.keys(document.bellSchedule).slice(0, 3)).toEqual(['id', 'name', 'isDefault']);
});
