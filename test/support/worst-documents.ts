// Documents that are as bad as an editor or a program can make them: each kind is one mistake, repeated through all rows.
// Most pass the schema and the reference check, so that every later check sees them.

import type { BellSchedule, LessonUnit, Timetable } from '../../src/contract/types.generated.ts';
import { publishedTimetable, smallTimetable } from './small-timetable.ts';

export const count = <Item>(length: number, make: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => make(index));

const base = publishedTimetable('version-1');
const first = <Item>(list: readonly Item[] | undefined): Item => {
  const [item] = list ?? [];
  if (item === undefined) throw new Error('the small timetable has one of each');
  return item;
};
const lesson = first(base.lessons);
const group = first(lesson.groups);
const unit = first(base.lessonUnits);
const schedule = base.bellSchedule;
const monday = first(schedule.days);
const configuration = first(schedule.dayConfigurations);
const period = first(configuration.periods);
const room = first(base.rooms);
const roomGroup = first(base.roomGroups);
const schoolClass = first(base.classes);
const teacher = first(base.teachers);

const units = (length: number, change: (index: number) => Partial<LessonUnit>) =>
  count(length, (index) => ({ ...unit, localId: `lu_${index}`, ...change(index) }));
const lessons = (length: number) => count(length, (index) => ({ ...lesson, localId: `lsn_${index}` }));
const rooms = (length: number) =>
  count(length, (index) => ({ ...room, localId: `rom_r${index}`, entityId: `r${index}` }));
const roomIds = (length: number) => count(length, (index) => `rom_r${index}`);
const withSchedule = (changes: Partial<BellSchedule>): Partial<Timetable> => {
  const bellSchedule = { ...schedule, ...changes };
  return { bellSchedule, bellSchedules: [bellSchedule], classes: [schoolClass], lessonUnits: [] };
};
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Which of several a row belongs to, in no order that a check could make use of. */
const scattered = (index: number, among: number) => (Math.imul(index, 2_654_435_761) >>> 0) % among;

type Worst = (rows: number) => Partial<Timetable>;

/** By name; each has about as many rows as it is asked for. */
export const worstDocuments: Record<string, Worst> = {
  'all units at one time in one class, of one lesson': (rows) => ({ lessonUnits: units(rows, () => ({})) }),
  'all units at one time in one class, each of its own lesson': (rows) => ({
    lessons: lessons(rows),
    lessonUnits: units(rows, (index) => ({ lessonLocalId: `lsn_${index}` })),
  }),
  'all units at one time in one class and one block': (rows) => ({
    lessons: lessons(rows),
    lessonUnits: units(rows, (index) => ({
      lessonLocalId: `lsn_${index}`,
      parallelGroupId: 'block',
      teacherIds: [],
      roomIds: [],
    })),
  }),
  'all units at one time, in two blocks and two lessons by turns': (rows) => ({
    lessonUnits: units(rows, (index) => ({
      lessonLocalId: index % 2 === 0 ? 'lsn_1' : 'lsn_2',
      lessonGroupId: null,
      parallelGroupId: index % 3 === 0 ? 'a' : 'b',
      teacherIds: [],
      roomIds: [],
    })),
  }),
  'one teacher everywhere, in a cycle of many weeks': (rows) => {
    const weeks = Math.ceil(rows / 30);
    const days = count(weeks, (week) => ({ ...monday, id: `d${week}`, weekInCycle: week + 1 }));
    const dayConfigurations = [{ ...configuration, dayIds: days.map(({ id }) => id) }];
    return {
      ...withSchedule({ cycleLength: weeks, days, dayConfigurations }),
      lessonUnits: units(rows, (index) => ({ dayId: `d${index % weeks}`, lessonLocalId: 'lsn_1' })),
    };
  },
  'all units in one span, the first with every room': (rows) => ({
    rooms: [...base.rooms, ...rooms(rows / 10)],
    lessonUnits: units(rows, (index) => ({ spanId: 's', roomIds: index === 0 ? roomIds(rows / 10) : ['rom_1'] })),
  }),
  'units of every class, each class on its own bell schedule': (rows) => {
    const length = Math.ceil(Math.sqrt(rows));
    const bellSchedules = [
      schedule,
      ...count(length, (index) => ({ ...schedule, id: `bs_${index}`, isDefault: false })),
    ];
    const classes = count(length, (index) => ({
      ...schoolClass,
      localId: `cls_${index}`,
      entityId: `c${index}`,
      bellScheduleId: `bs_${index}`,
    }));
    const classIds = classes.map(({ localId }) => localId);
    return {
      bellSchedules,
      classes,
      lessons: base.lessons.map((each) => ({ ...each, groups: each.groups.map((of) => ({ ...of, classIds })) })),
      lessonUnits: units(length, () => ({ classIds, groupName: 'x'.repeat(1000) })),
    };
  },
  'every room of a unit in thousands of room groups': (rows) => {
    const length = Math.ceil(Math.sqrt(rows));
    const roomGroups = count(length, (index) => ({
      ...roomGroup,
      id: `rgp_${index}`,
      entityId: `g${index}`,
      memberIds: roomIds(length),
    }));
    const roomGroupIds = roomGroups.map(({ id }) => id);
    const any = { ...group, roomMode: 'any' as const, roomIds: [], roomGroupIds, roomVariation: 'same' as const };
    return {
      rooms: [...base.rooms, ...rooms(length)],
      roomGroups,
      lessons: [{ ...lesson, groups: [any] }, ...base.lessons.slice(1)],
      lessonUnits: units(rows, () => ({ roomIds: ['rom_1'] })),
    };
  },
  'a room group, and units in a room that it lacks': (rows) => ({
    rooms: [...base.rooms, ...rooms(rows)],
    roomGroups: [{ ...roomGroup, memberIds: roomIds(rows) }],
    lessons: base.lessons,
    lessonUnits: units(rows, (index) => ({ lessonGroupId: 'g2', roomIds: [`rom_r${scattered(index, rows)}`] })),
  }),
  'all references broken': (rows) => ({
    lessonUnits: units(rows, (index) => ({
      lessonLocalId: `lsn_x${index}`,
      dayId: `nowhere ${index}`,
      teacherIds: count(5, (each) => `tch_${index}-${each}`),
    })),
  }),
  'all ids the same': (rows) => ({
    teachers: count(rows, () => teacher),
    rooms: count(rows, () => room),
    lessons: count(rows, () => lesson),
    lessonUnits: count(rows, () => unit),
  }),
  'all rows of the wrong form': (rows) => ({
    // The schema is to refuse it.
    lessonUnits: count(rows, (index) => ({ ...unit, localId: index, dayId: 7, roomIds: 'rom_1' })) as never,
  }),
  'thousands of days, each with thousands of periods': (rows) => {
    const days = count(rows, (index) => ({ ...monday, id: `d${index}`, dayOfWeek: (index % 7) + 1 }));
    const periods = count(rows, (index) => ({
      ...period,
      id: `p${index}`,
      startTime: clock(index),
      endTime: clock(index + 700),
    }));
    const dayConfigurations = [{ ...configuration, dayIds: days.map(({ id }) => id), periods }];
    return {
      ...withSchedule({ days, dayConfigurations }),
      lessonUnits: units(rows, (index) => ({ dayId: `d${index}`, periodIndex: rows - 1 - index })),
    };
  },
  'thousands of breaks and day configurations': (rows) => {
    const days = count(rows, (index) => ({ ...monday, id: `d${index}` }));
    const breaks = count(rows, (index) => ({
      ...period,
      id: `b${index}`,
      startTime: clock(scattered(index, 1440)),
      endTime: clock(scattered(index, 1440) + 60),
      followsPeriodIndex: index,
    }));
    const dayConfigurations = days.map(({ id }, index) => ({
      ...configuration,
      id: `c${index}`,
      dayIds: [id],
      breaks: index === 0 ? breaks : [],
    }));
    return withSchedule({ days, dayConfigurations });
  },
  'students who all take all courses': (rows) => {
    const { students, courses, sections } = smallTimetable();
    const length = Math.ceil(Math.sqrt(rows * 10));
    const courseIds = count(length, (index) => `crs_${index}`);
    const studentIds = count(length, (index) => `stu_${index}`);
    return {
      ...smallTimetable(),
      lessons: base.lessons,
      lessonUnits: units(length, (index) => ({
        studentIds,
        sectionLocalId: `section-${index}`,
        subjectIds: [`crs_${index}`],
      })),
      students: studentIds.map((localId) => ({ ...first(students), localId, entityId: localId, courseIds })),
      courses: courseIds.map((localId) => ({ ...first(courses), localId, entityId: localId })),
      sections: courseIds.map((courseLocalId, index) => ({
        ...first(sections),
        localId: `section-${index}`,
        courseLocalId,
        studentIds,
      })),
    };
  },
  'long and blank names': (rows) => ({
    teachers: count(rows, (index) => ({
      ...teacher,
      localId: `tch_${index}`,
      entityId: `t${index}`,
      name: index % 2 === 0 ? ' '.repeat(300) : `${'\t'.repeat(150)}${'x'.repeat(150)}`,
    })),
    lessons: [],
    lessonUnits: [],
    classes: [],
  }),
  'open fields that are deep and wide': (rows) => {
    const deep = (value: unknown) =>
      count(50, (level) => `l${level}`).reduce((inner, name) => ({ [name]: inner }), value);
    const wide = Object.fromEntries(count(rows, (index) => [`n${index}`, { a: [index, 2 ** 60] }]));
    return {
      ...withSchedule({ extra: deep(wide), lists: deep(count(rows, () => [])) }),
      classes: [schoolClass],
    };
  },
  'open fields with names of numbers': (rows) => ({
    ...withSchedule(Object.fromEntries(count(rows, (index) => [String(index * 4096), 2 ** 70]))),
  }),
};

/** The document of a kind. */
export const worstDocument = (kind: string, rows: number): Timetable => ({
  ...base,
  ...worstDocuments[kind]?.(rows),
});

/** How many different values there are of each field of a lesson unit: one for all, or nearly one for each. */
export type PoolSizes = Record<
  'lessons' | 'days' | 'periods' | 'teachers' | 'classes' | 'rooms' | 'blocks' | 'spans',
  number
>;

/** A document whose units draw each field from a pool: what they share no list of mistakes has thought of. */
export function drawnDocument(rows: number, seed: number, sizes: PoolSizes): Timetable {
  const fields = Object.keys(sizes);
  // Each field in an order of its own, or those with pools of one size would go together.
  const draw = (index: number, field: keyof PoolSizes) =>
    scattered(index * (2 * fields.indexOf(field) + 1) + seed, sizes[field]);
  const days = count(sizes.days, (index) => ({ ...monday, id: `d${index}`, dayOfWeek: (index % 7) + 1 }));
  const periods = count(sizes.periods, (index) => ({ ...period, id: `p${index}` }));
  const named = <Item>(length: number, like: Item, id: string) =>
    count(length, (index) => ({ ...like, localId: `${id}_${index}`, entityId: `${id}-${index}` }));
  const dayConfigurations = [{ ...configuration, dayIds: days.map(({ id }) => id), periods, breaks: [] }];
  const teachers = named(sizes.teachers, teacher, 'tch');
  const classes = named(sizes.classes, { ...schoolClass, classTeacherId: 'tch_0' }, 'cls');
  const own = { classIds: ['cls_0'], teacherIds: ['tch_0'], roomIds: [], roomGroupIds: [], roomCandidateIds: [] };
  return {
    ...base,
    ...withSchedule({ days, dayConfigurations }),
    ...{ teachers, classes, rooms: named(sizes.rooms, room, 'rom'), roomGroups: [] },
    lessons: lessons(sizes.lessons).map((each) => ({ ...each, groups: [{ ...group, ...own }] })),
    lessonUnits: units(rows, (index) => ({
      lessonLocalId: `lsn_${draw(index, 'lessons')}`,
      lessonGroupId: group.id,
      dayId: `d${draw(index, 'days')}`,
      periodIndex: draw(index, 'periods'),
      teacherIds: [`tch_${draw(index, 'teachers')}`],
      classIds: [`cls_${draw(index, 'classes')}`],
      roomIds: [`rom_${draw(index, 'rooms')}`],
      parallelGroupId: sizes.blocks === 1 ? null : `block ${draw(index, 'blocks')}`,
      spanId: sizes.spans === 1 ? null : `span ${draw(index, 'spans')}`,
    })),
  };
}
