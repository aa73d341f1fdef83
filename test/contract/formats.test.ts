import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Path, problemsWith, published, studentLevel, validate } from './problems-with.ts';

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

  test('is any time of the years 1 to 9999, as toISOString writes it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
        (date) => {
          const key = { keyId: 'k', expiresAt: date.toISOString(), revoked: false };
          const access = { state: 'active', lockedBecause: null, apiEnabled: true, keys: { ['a'.repeat(64)]: key } };
          const names = { formatVersion: 2, handle: '0k9zh4m7x1q2', organisationId: 'n' };
          expect(validate('organisation-record', { ...names, access, pointer: null }).valid).toBe(true);
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
  const path = ['bellSchedule', 'dayConfigurations', 0, 'periods', 0, 'startTime'];

  test.each(['00:00', '08:05', '19:59', '23:59'])('may be %s', (time) => {
    expect(problemsWith(published, path, time)).toEqual([]);
  });

  test.each(['24:00', '8:05', '08:60', '08:5', '0805', '08:05:00', '08.05', ' 08:05', '08:05\n', '', 485, null])(
    'may not be %j',
    (time) => {
      expect(problemsWith(published, path, time)).not.toEqual([]);
    },
  );
});

describe('an id', () => {
  test.each<[Path, string]>([
    [['teachers', 0, 'localId'], 'tch_'],
    [['subjects', 0, 'localId'], 'sub_'],
    [['classes', 0, 'localId'], 'cls_'],
    [['rooms', 0, 'localId'], 'rom_'],
    [['students', 0, 'localId'], 'stu_'],
    [['courses', 0, 'localId'], 'crs_'],
    [['lessons', 0, 'localId'], 'lsn_'],
    [['lessonUnits', 0, 'localId'], 'lu_'],
    [['bellSchedule', 'id'], 'bs_'],
  ])('at %j begins with %s', (path, prefix) => {
    expect(problemsWith(studentLevel, path, `${prefix}aB3-_x`)).toEqual([]);
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
      expect(problemsWith(studentLevel, path, wrong), JSON.stringify(wrong)).not.toEqual([]);
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
