import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { documentOf, documents } from '../demo/demo-documents.ts';

const validate = createValidator();
const published = documents.find(
  ({ status, schedulingMode }) => status === 'published' && schedulingMode === 'standard',
);
const draft = documents.find(({ status }) => status === 'draft');
const studentLevel = documentOf('diploma-2026-v1');
if (published === undefined || draft === undefined) throw new Error('the demo school lacks a kind of version');

type Fields = Record<string, unknown>;
type Place = (string | number)[];

/** A small copy of a document: enough of each collection to see each kind of object. */
const small = (document: Timetable): Timetable => {
  const cut = Object.entries(document).map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, 3) : value]);
  return structuredClone(Object.fromEntries(cut));
};

/** The object or array at a place in a document. */
const at = (document: object, place: Place): Fields =>
  place.reduce<Fields>((value, step) => value[step] as Fields, document as Fields); // only places that are objects

/** What is wrong with a document in which one field was changed; nothing when it is valid. */
function problemsWith(document: Timetable, place: Place, value: unknown): string[] {
  const changed = small(document);
  const parent = at(changed, place.slice(0, -1));
  const name = String(place.at(-1));
  if (value === undefined) delete parent[name];
  else parent[name] = value;
  const validation = validate('timetable', changed);
  return validation.valid
    ? []
    : validation.problems.map(({ segments, message }) => `${segments.join('.')}: ${message}`);
}

test('the documents of the demo school are valid', () => {
  for (const document of [published, draft, studentLevel]) expect(validate('timetable', document).valid).toBe(true);
});

describe('a date-time', () => {
  test.each(['2026-09-01T08:00:00.000Z', '2024-02-29T23:59:59.999Z', '0001-01-01T00:00:00.000Z'])(
    'may be %s',
    (text) => {
      expect(problemsWith(published, ['updatedAt'], text)).toEqual([]);
    },
  );

  test.each([
    '2026-09-01T08:00:00Z',
    '2026-09-01T08:00:00.00Z',
    '2026-09-01T08:00:00.0000Z',
    '2026-09-01T08:00:00.000',
    '2026-09-01T08:00:00.000z',
    '2026-09-01T08:00:00.000+00:00',
    '2026-09-01 08:00:00.000Z',
    '2026-02-29T08:00:00.000Z',
    '2026-02-30T08:00:00.000Z',
    '2026-13-01T08:00:00.000Z',
    '2026-00-01T08:00:00.000Z',
    '2026-09-01T24:00:00.000Z',
    '2026-09-01T08:60:00.000Z',
    '2026-09-01T08:00:60.000Z',
    '+002026-09-01T08:00:00.000Z',
    '2026-09-01',
    '',
    ' 2026-09-01T08:00:00.000Z',
    '2026-09-01T08:00:00.000Z\n',
    1_788_249_600_000,
    null,
  ])('may not be %j', (value) => {
    expect(problemsWith(published, ['updatedAt'], value)).not.toEqual([]);
  });

  test('is whatever a clock of the years to 9999 shows', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
        (date) => {
          const record = {
            formatVersion: 1,
            keySha256: 'a'.repeat(64),
            organisationId: 'n',
            keyId: 'k',
            revoked: false,
          };
          expect(validate('key-record', { ...record, expiresAt: date.toISOString() }).valid).toBe(true);
        },
      ),
    );
  });
});

describe('a calendar day', () => {
  test.each([20260901, 20240229, 20000229, 10000101, 99991231])('may be %i', (day) => {
    expect(problemsWith(published, ['effectiveFrom'], day)).toEqual([]);
  });

  test.each([
    20260229,
    19000229,
    20260931,
    20260900,
    20260001,
    20261301,
    20261232,
    2026091,
    202609011,
    0,
    -20260901,
    20260901.5,
    '20260901',
    '2026-09-01',
  ])('may not be %j', (day) => {
    expect(problemsWith(published, ['effectiveFrom'], day)).not.toEqual([]);
  });
});

describe('a time of day', () => {
  const place = ['bellSchedule', 'dayConfigurations', 0, 'periods', 0, 'startTime'];

  test.each(['00:00', '08:05', '19:59', '23:59'])('may be %s', (time) => {
    expect(problemsWith(published, place, time)).toEqual([]);
  });

  test.each(['24:00', '8:05', '08:60', '08:5', '0805', '08:05:00', '08.05', ' 08:05', '08:05\n', '', 485, null])(
    'may not be %j',
    (time) => {
      expect(problemsWith(published, place, time)).not.toEqual([]);
    },
  );
});

describe('an id', () => {
  test.each<[Place, string]>([
    [['teachers', 0, 'localId'], 'tch_'],
    [['subjects', 0, 'localId'], 'sub_'],
    [['classes', 0, 'localId'], 'cls_'],
    [['rooms', 0, 'localId'], 'rom_'],
    [['students', 0, 'localId'], 'stu_'],
    [['courses', 0, 'localId'], 'crs_'],
    [['lessons', 0, 'localId'], 'lsn_'],
    [['lessonUnits', 0, 'localId'], 'lu_'],
    [['bellSchedule', 'id'], 'bs_'],
  ])('at %j begins with %s', (place, prefix) => {
    expect(problemsWith(studentLevel, place, `${prefix}aB3-_x`)).toEqual([]);
    for (const wrong of [
      prefix,
      `x${prefix}1`,
      prefix.toUpperCase() + 1,
      `${prefix}a b`,
      `${prefix}ä`,
      'xyz_1',
      '1',
      '',
      1,
      null,
    ])
      expect(problemsWith(studentLevel, place, wrong), JSON.stringify(wrong)).not.toEqual([]);
  });

  test('of a room group begins with rgp_', () => {
    const group = { id: 'rgp_1', entityId: 'g1', name: 'Labs', memberIds: [] };
    expect(problemsWith(published, ['roomGroups'], [group])).toEqual([]);
    expect(problemsWith(published, ['roomGroups'], [{ ...group, id: 'rom_1' }])).not.toEqual([]);
  });

  test('of a unit names a subject, or a course', () => {
    for (const id of ['sub_1', 'crs_1'])
      expect(problemsWith(published, ['lessonUnits', 0, 'subjectIds'], [id])).toEqual([]);
    expect(problemsWith(published, ['lessonUnits', 0, 'subjectIds'], ['tch_1'])).not.toEqual([]);
  });
});

test.each(['#A0B1C2', 'red', '', 'rgb(1 2 3)', null])('a colour may be %j', (color) => {
  expect(problemsWith(published, ['teachers', 0, 'color'], color)).toEqual([]);
});

describe('an unknown field', () => {
  const closed: Place[] = [
    [],
    ['teachers', 0],
    ['subjects', 0],
    ['classes', 0],
    ['rooms', 0],
    ['lessons', 0],
    ['lessons', 0, 'groups', 0],
    ['lessons', 0, 'lessonConfigurations', 0],
    ['lessonUnits', 0],
    ['students', 0],
    ['sections', 0],
  ];
  test.each(closed.map((place) => [place.join('.') || 'the document', place] as const))(
    'is refused in %s',
    (_, place) => {
      expect(problemsWith(studentLevel, [...place, 'extra'], 1)).toEqual([
        `${place.join('.')}: has the unknown field extra`,
      ]);
    },
  );

  test.each<[Place]>([
    [['bellSchedule']],
    [['bellSchedules', 0]],
    [['bellSchedule', 'days', 0]],
    [['bellSchedule', 'dayConfigurations', 0]],
    [['bellSchedule', 'dayConfigurations', 0, 'periods', 0]],
    [['bellSchedule', 'dayConfigurations', 0, 'breaks', 0]],
    [['courses', 0]],
    [['sectionSettings']],
  ])('is taken at %j, where the specification says that more may come', (place) => {
    expect(problemsWith(studentLevel, [...place, 'extra'], { any: ['thing'] })).toEqual([]);
  });
});

describe('the collections of a student-level timetable', () => {
  const names = ['students', 'courses', 'sections', 'sectionSettings'];

  test.each(names)('%s is there when schedulingMode is student-level', (name) => {
    expect(problemsWith(studentLevel, [name], undefined)).toEqual([`: lacks the field ${name}`]);
  });

  test.each(names)('%s is not there when schedulingMode is standard', (name) => {
    const value = name === 'sectionSettings' ? {} : [];
    expect(problemsWith(published, [name], value)).toEqual([
      `${name}: must not be there when schedulingMode is standard`,
    ]);
  });
});

describe('a field of the specification', () => {
  const requiredFields = Object.keys(published);

  test.each(requiredFields)('%s cannot be left out', (name) => {
    expect(problemsWith(published, [name], undefined)).toContain(`: lacks the field ${name}`);
  });

  test.each<[Place, unknown]>([
    [['status'], 'archived'],
    [['schedulingMode'], 'students'],
    [['isCurrent'], 1],
    [['versionNumber'], '1'],
    [['publishedAt'], null],
    [['effectiveFrom'], null],
    [['bellSchedules'], []],
    [['lessonUnits', 0, 'periodIndex'], -1],
    [['lessons', 0, 'groups', 0, 'roomMode'], 'some'],
    [['orgId'], 'North'],
  ])('at %j is not %j', (place, value) => {
    expect(problemsWith(published, place, value)).not.toEqual([]);
  });

  test.each<[Place, unknown]>([
    [['publishedAt'], '2026-09-01T08:00:00.000Z'],
    [['effectiveFrom'], 20260901],
  ])('at %j of a draft is not %j', (place, value) => {
    expect(problemsWith(draft, place, value)).not.toEqual([]);
  });
});

test('every problem is reported, with its place', () => {
  const broken = { ...small(published), name: 7, isCurrent: 'yes' };
  const validation = validate('timetable', broken);
  const places = validation.valid ? [] : validation.problems.map(({ segments }) => segments.join('.'));
  expect(places.toSorted()).toEqual(['isCurrent', 'name']);
});

test('a place tells an index from a name', () => {
  const broken = small(published);
  Object.assign(at(broken, ['teachers', 1]), { name: null });
  const validation = validate('timetable', broken);
  expect(validation.valid || validation.problems[0]?.segments).toEqual(['teachers', 1, 'name']);
});
