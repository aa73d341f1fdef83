import { describe, expect, test } from 'vitest';
import { at, draft, type Path, problemsWith, published, small, studentLevel, validate } from './problems-with.ts';

test('the documents of the demo school are valid', () => {
  for (const document of [published, draft, studentLevel]) expect(validate('timetable', document).valid).toBe(true);
});

describe('an unknown field', () => {
  const closed: Path[] = [
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
  test.each(closed.map((path) => [path.join('.') || 'the document', path] as const))('is refused in %s', (_, path) => {
    expect(problemsWith(studentLevel, [...path, 'extra'], 1)).toEqual([
      `${path.join('.')}: has the unknown field extra`,
    ]);
  });

  test.each<[Path]>([
    [['bellSchedule']],
    [['bellSchedules', 0]],
    [['bellSchedule', 'days', 0]],
    [['bellSchedule', 'dayConfigurations', 0]],
    [['bellSchedule', 'dayConfigurations', 0, 'periods', 0]],
    [['bellSchedule', 'dayConfigurations', 0, 'breaks', 0]],
    [['courses', 0]],
    [['sectionSettings']],
  ])('is accepted at %j, where the specification allows more fields', (path) => {
    expect(problemsWith(studentLevel, [...path, 'extra'], { any: ['thing'] })).toEqual([]);
  });
});

describe('the collections of a student-level timetable', () => {
  const names = ['students', 'courses', 'sections', 'sectionSettings'];

  test.each(names)('%s is required when schedulingMode is student-level', (name) => {
    expect(problemsWith(studentLevel, [name], undefined)).toEqual([`: lacks the field ${name}`]);
  });

  test.each(names)('%s is refused when schedulingMode is standard', (name) => {
    const value = name === 'sectionSettings' ? {} : [];
    expect(problemsWith(published, [name], value)).toEqual([
      `${name}: must not be there when schedulingMode is standard`,
    ]);
  });
});

describe('a field of the specification', () => {
  const requiredFields = Object.keys(published);

  test.each(requiredFields)('%s is required', (name) => {
    expect(problemsWith(published, [name], undefined)).toContain(`: lacks the field ${name}`);
  });

  test.each<[Path, unknown]>([
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
  ])('at %j is not %j', (path, value) => {
    expect(problemsWith(published, path, value)).not.toEqual([]);
  });

  test.each<[Path, unknown]>([
    [['publishedAt'], '2026-09-01T08:00:00.000Z'],
    [['effectiveFrom'], 20260901],
  ])('at %j of a draft is not %j', (path, value) => {
    expect(problemsWith(draft, path, value)).not.toEqual([]);
  });
});

test('every problem is reported, with its path', () => {
  const broken = { ...small(published), name: 7, isCurrent: 'yes' };
  const validation = validate('timetable', broken);
  const paths = validation.valid ? [] : validation.problems.map(({ segments }) => segments.join('.'));
  expect(paths.toSorted()).toEqual(['isCurrent', 'name']);
});

test('a path distinguishes an index from a name', () => {
  const broken = small(published);
  Object.assign(at(broken, ['teachers', 1]), { name: null });
  const validation = validate('timetable', broken);
  expect(validation.valid || validation.problems[0]?.segments).toEqual(['teachers', 1, 'name']);
});

describe('of a value with more than a thousand problems, the first are reported, and that there may be more', () => {
  const problemsOf = (value: object) => {
    const validation = validate('timetable', value);
    return validation.valid ? [] : validation.problems;
  };
  const many = (length: number, make: (index: number) => unknown) => Array.from({ length }, (_, index) => make(index));
  test.each<[string, object]>([
    ['rows', { ...published, lessonUnits: many(20_000, (index) => ({ localId: index })) }],
    [
      'ids of one row',
      { ...published, lessonUnits: [{ ...published.lessonUnits[0], teacherIds: many(50_000, Number) }] },
    ],
    [
      'periods',
      {
        ...published,
        bellSchedules: [{ dayConfigurations: [{ periods: many(20_000, (index) => ({ name: index })) }] }],
      },
    ],
    ['unknown fields', { ...published, ...Object.fromEntries(many(20_000, (index) => [`x${index}`, 'y']) as never) }],
  ])('%s', (_, value) => {
    const problems = problemsOf(value);
    expect(problems.length).toBeGreaterThan(500);
    expect(problems.length).toBeLessThanOrEqual(1001);
    expect(problems.at(-1)?.message).toBe(`may have more problems: checking stopped after ${problems.length - 1}`);
  });
});
