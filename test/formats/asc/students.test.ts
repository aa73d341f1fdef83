// Students of an aSc file, with `--students`: who attends which lesson, the sections, and the findings for broken references.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../support/thoroughness.ts';
import { type AscElements, type Attributes, ascCard, ascLesson, smallAsc } from './asc-xml.ts';
import { convertAsc, convertSmall } from './convert-asc.ts';

const student = [
  { id: 'U1', name: 'Ida', classid: 'C1' },
  { id: 'U2', firstname: 'Bo', lastname: 'Lund', classid: 'C1' },
  { id: 'U3', name: 'Kai', classid: 'C2' },
];
const classes = ['C1', 'C2'].map((id) => ({ id, name: id, short: id }));
const chosen = (studentid: string, seminargroup = '1', more: Attributes = {}) => ({
  studentid,
  subjectid: 'S1',
  seminargroup,
  ...more,
});
const withStudents = (changes: AscElements) =>
  convertSmall({ student, class: classes, ...changes }, { students: true });

/** The students of the units, and the section; every unit of the one lesson has the same. */
function attendance(changes: AscElements) {
  const { document, rules } = withStudents(changes);
  const all = document.lessonUnits.map(({ studentIds, sectionLocalId }) => [studentIds.join(' '), sectionLocalId]);
  expect(new Set(all.map((each) => each.join())).size).toBe(1);
  return [...(all[0] ?? []), rules];
}

describe('who attends a lesson', () => {
  const seminar = ascLesson({ seminargroup: '1', classids: '', groupids: '' });
  const group = (more: Attributes) => [{ id: 'G0', name: 'Half', classid: 'C1', entireclass: '0', ...more }];
  test.each<[string, AscElements, string, string | null, string[]]>([
    ['the entire class', {}, 'stu_U1 stu_U2', null, []],
    ['a class without groups', { lesson: [ascLesson({ groupids: '' })] }, 'stu_U1 stu_U2', null, ['students-of-class']],
    ['a group that lists its students', { group: group({ studentids: 'U2,' }) }, 'stu_U2', null, []],
    ['a group that does not', { group: group({}) }, '', null, ['group-without-students']],
    ['a group with an unknown one', { group: group({ studentids: 'U1,X' }) }, 'stu_U1', null, ['student-unknown']],
    ['a list in the lesson', { lesson: [ascLesson({ studentids: 'U3,U1,U3' })] }, 'stu_U1 stu_U3', null, []],
    [
      'a seminar group of all classes',
      { lesson: [seminar], studentsubject: [chosen('U1'), chosen('U3'), chosen('U1')] },
      'stu_U1 stu_U3',
      'sec_S1-1',
      [],
    ],
    [
      'a seminar group of some classes',
      { lesson: [{ ...seminar, classids: 'C2' }], studentsubject: [chosen('U1'), chosen('U3')] },
      'stu_U3',
      'sec_S1-1',
      ['choice-unattended', 'seminar-other-class'],
    ],
    ['a seminar group that nobody chose', { lesson: [seminar] }, '', 'sec_S1-1', ['seminar-empty']],
    ['a seminar group without a subject', { lesson: [{ ...seminar, subjectid: '' }] }, '', null, ['seminar-empty']],
    [
      'a list in a seminar lesson',
      { lesson: [{ ...seminar, studentids: 'U2' }], studentsubject: [chosen('U2')] },
      'stu_U2',
      'sec_S1-1',
      [],
    ],
    [
      'a seminar group of unreadable size',
      { lesson: [{ ...seminar, capacity: 'few' }], studentsubject: [chosen('U1')] },
      'stu_U1',
      'sec_S1-1',
      ['capacity-unreadable'],
    ],
  ])('%s', (_, changes, students, section, rules) => {
    const [attending, sectionId, found] = attendance(changes);
    expect([attending, sectionId]).toEqual([students, section]);
    expect([...(found ?? [])].toSorted()).toEqual(rules.map((rule) => `asc.${rule}`));
  });
});

describe('a choice', () => {
  test.each<[string, Attributes, string, number]>([
    ['of an unknown student', chosen('X'), 'asc.student-unknown', 1],
    ['of an unknown subject', chosen('U1', '1', { subjectid: 'X' }), 'asc.choice-subject-unknown', 1],
    ['that is an alternative', chosen('U1', '', { alternatefor: 'S1' }), 'asc.choice-alternate', 1],
    ['without a lesson', chosen('U3', ''), 'asc.choice-unattended', 0],
  ])('%s is told', (_, choice, rule, leftOut) => {
    const { report, rules } = withStudents({ studentsubject: [choice] });
    expect(rules).toEqual([rule]);
    expect(report.losses).toEqual(
      leftOut === 0
        ? []
        : [
            {
              code: 'choices-with-findings',
              what: "students' choices of subjects",
              count: leftOut,
              why: 'the findings say what is wrong',
            },
          ],
    );
  });
});

test('students, courses and sections have the fields of the file', () => {
  const seminars = ['1', '2'].map((seminargroup) =>
    ascLesson({ id: `L${seminargroup}`, seminargroup, groupids: '', capacity: seminargroup === '1' ? '12' : '*' }),
  );
  const card = ['L1', 'L2'].map((lessonid) => ascCard({ lessonid, classroomids: 'R1' }));
  const { document, report } = withStudents({
    lesson: seminars,
    card,
    studentsubject: [chosen('U1'), chosen('U2', '2')],
    student: [...student.slice(0, 2), { id: 'U4', name: 'Eli', classid: 'X', email: 'eli@school' }],
  });
  const { students, courses, sections, schedulingMode, sectionSettings } = document;
  expect([schedulingMode, sectionSettings]).toEqual(['student-level', {}]);
  const common = { externalId: null, color: null };
  expect(students).toEqual(
    [
      {
        localId: 'stu_U1',
        entityId: 'student-U1',
        name: 'Ida',
        shortName: 'Ida',
        classId: 'cls_C1',
        courseIds: ['crs_S1'],
      },
      {
        localId: 'stu_U2',
        entityId: 'student-U2',
        name: 'Bo Lund',
        shortName: 'Bo Lund',
        classId: 'cls_C1',
        courseIds: ['crs_S1'],
      },
      { localId: 'stu_U4', entityId: 'student-U4', name: 'Eli', shortName: 'Eli', classId: null, courseIds: [] },
    ].map((each) => ({ ...common, ...each })),
  );
  expect(courses).toEqual([
    {
      localId: 'crs_S1',
      entityId: 'course-S1',
      name: 'Mathematics',
      courseCode: 'Mat',
      teacherIds: ['tch_T1'],
      roomIds: ['rom_R1'],
      roomGroupIds: [],
      roomVariation: null,
    },
  ]);
  const section = { courseLocalId: 'crs_S1', isAutoGenerated: false, parallelGroupId: null, roomPickedBy: null };
  expect(sections).toEqual(
    [
      { localId: 'sec_S1-1', name: 'Mathematics 1', capacity: 12, studentIds: ['stu_U1'] },
      { localId: 'sec_S1-2', name: 'Mathematics 2', capacity: null, studentIds: ['stu_U2'] },
    ].map((each) => ({ ...section, teacherIds: ['tch_T1'], roomIds: ['rom_R1'], ...each })),
  );
  expect(document.lessons.map(({ groups }) => groups[0]?.name)).toEqual(['Mathematics 1', 'Mathematics 2']);
  expect(report.made).toMatchObject({ students: 3, courses: 1, sections: 2 });
  expect(report.rules.map(({ rule }) => rule)).toContain('asc.student-class-unknown');
  expect(JSON.stringify([document, report])).not.toContain('eli@school');
});

test('one seminar group in two years is a section in each', () => {
  const lesson = ['C1', 'C2'].map((classids, index) =>
    ascLesson({ id: `L${index}`, classids, seminargroup: '1', groupids: '' }),
  );
  const { document } = withStudents({
    lesson,
    card: [ascCard({ lessonid: 'L0' })],
    studentsubject: [chosen('U1'), chosen('U3')],
  });
  expect(document.sections?.map(({ studentIds }) => studentIds)).toEqual([['stu_U1'], ['stu_U3']]);
  expect(new Set(document.sections?.map(({ localId }) => localId)).size).toBe(2);
});

test('lessons of a section name the course, others the subject, which is listed where it has any', () => {
  const seminar = ascLesson({ seminargroup: '1', groupids: '' });
  const taught = (lesson: Attributes[]) => {
    const { document } = withStudents({ lesson, card: [ascCard()], studentsubject: [chosen('U1')] });
    const { subjects, courses = [], lessons, lessonUnits } = document;
    const named = [...lessons.flatMap(({ groups }) => groups), ...lessonUnits].flatMap(({ subjectIds }) => subjectIds);
    return [[...subjects, ...courses].map(({ localId }) => localId), [...new Set(named)]];
  };
  expect(taught([seminar])).toEqual([['crs_S1'], ['crs_S1']]);
  expect(taught([seminar, ascLesson({ id: 'L2' })])).toEqual([
    ['sub_S1', 'crs_S1'],
    ['crs_S1', 'sub_S1'],
  ]);
  expect(taught([ascLesson()])).toEqual([['sub_S1', 'crs_S1'], ['sub_S1']]);
});

test('a file without students stays class-based, which is reported', () => {
  const { document, rules } = convertSmall({}, { students: true });
  expect([document.schedulingMode, document.students, rules]).toEqual(['standard', undefined, ['asc.no-students']]);
});

test('more students in lessons than any school has are refused', () => {
  const many = Array.from({ length: 2000 }, (_, index) => index);
  const lesson = many.map((index) => ascLesson({ id: `L${index}`, periodsperweek: '0' }));
  const students = many.map((index) => ({ id: `U${index}`, name: `${index}`, classid: 'C1' }));
  const card = [ascCard({ lessonid: 'L0' })];
  const { document, rules } = convertAsc({ ...smallAsc(), lesson, card, student: students }, { students: true });
  expect([document, rules.includes('school.too-large')]).toEqual([null, true]);
});

const members = fc.uniqueArray(fc.nat(7), { maxLength: 8 });
const someSchool = fc.record({
  classOf: fc.array(fc.nat(2), { minLength: 1, maxLength: 8 }),
  groups: fc.array(fc.record({ of: fc.nat(2), members: fc.option(members) }), { maxLength: 4 }),
  choices: fc.array(fc.tuple(fc.nat(7), fc.nat(1), fc.nat(2)), { maxLength: 10 }),
  lessons: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('list' as const), members: fc.uniqueArray(fc.nat(7), { minLength: 1 }) }),
      fc.record({
        kind: fc.constant('seminar' as const),
        subject: fc.nat(1),
        number: fc.nat(2),
        of: fc.option(fc.nat(2)),
      }),
      fc.record({ kind: fc.constant('groups' as const), groups: fc.uniqueArray(fc.nat(3)) }),
      fc.record({ kind: fc.constant('class' as const), of: fc.nat(2) }),
    ),
    { minLength: 1, maxLength: 5 },
  ),
});
type SomeSchool = typeof someSchool extends fc.Arbitrary<infer Kind> ? Kind : never;

const ids = (prefix: string, list: readonly number[]) => list.map((each) => `${prefix}${each}`).join();

function writeStudents({ classOf, groups, choices, lessons }: SomeSchool): AscElements {
  return {
    ...smallAsc(),
    class: [0, 1, 2].map((each) => ({ id: `C${each}`, name: `C${each}` })),
    subject: [0, 1].map((each) => ({ id: `S${each}`, name: `S${each}` })),
    group: groups.map(({ of, members: listed }, index) => ({
      id: `G${index}`,
      name: `G${index}`,
      classid: `C${of}`,
      entireclass: listed === null ? '1' : '0',
      studentids: ids('U', listed ?? []),
    })),
    student: classOf.map((each, index) => ({ id: `U${index}`, name: `U${index}`, classid: `C${each}` })),
    studentsubject: choices.map(([who, subject, number]) => ({
      studentid: `U${who}`,
      subjectid: `S${subject}`,
      seminargroup: `${number}`,
    })),
    lesson: lessons.map((lesson, index) => ({
      ...ascLesson({ id: `L${index}`, subjectid: 'S0', classids: '', groupids: '' }),
      ...(lesson.kind === 'list' && { studentids: ids('U', lesson.members) }),
      ...(lesson.kind === 'seminar' && { subjectid: `S${lesson.subject}`, seminargroup: `${lesson.number}` }),
      ...(lesson.kind === 'groups' && { groupids: ids('G', lesson.groups) }),
      ...((lesson.kind === 'class' || lesson.kind === 'seminar') && {
        classids: lesson.of === null ? '' : `C${lesson.of}`,
      }),
    })),
    card: lessons.flatMap((_, index) => ['10', '01'].map((days) => ascCard({ lessonid: `L${index}`, days }))),
  };
}

/** Decides one student and one lesson at a time, unlike the converter. */
function attends(
  { classOf, groups, choices }: SomeSchool,
  who: number,
  lesson: SomeSchool['lessons'][number],
): boolean {
  if (lesson.kind === 'list') return lesson.members.includes(who);
  if (lesson.kind === 'class') return classOf[who] === lesson.of;
  if (lesson.kind === 'groups')
    return groups.some(
      ({ of, members: listed }, index) =>
        lesson.groups.includes(index) && (listed === null ? classOf[who] === of : listed.includes(who)),
    );
  const isOfClass = lesson.of === null || classOf[who] === lesson.of;
  return (
    isOfClass &&
    choices.some(([one, subject, number]) => one === who && subject === lesson.subject && number === lesson.number)
  );
}

test('every student is in exactly the units of the lessons in which the file puts them', () =>
  fc.assert(
    fc.property(someSchool, (school) => {
      const elements = writeStudents(school);
      const { document } = convertAsc(elements, { students: true });
      if (document === null) throw new Error('it was refused');
      for (const { lessonLocalId, studentIds, sectionLocalId } of document.lessonUnits) {
        const lesson = school.lessons[Number(lessonLocalId.slice('lsn_L'.length))];
        if (lesson === undefined) throw new Error(`a unit of ${lessonLocalId}`);
        const expected = school.classOf.flatMap((_, who) => (attends(school, who, lesson) ? `stu_U${who}` : []));
        expect(studentIds).toEqual(expected);
        const section = document.sections?.find(({ localId }) => localId === sectionLocalId);
        expect(section?.studentIds).toEqual(lesson.kind === 'seminar' ? expected : undefined);
      }
      expect(document.lessonUnits).toHaveLength(2 * school.lessons.length);
    }),
    { numRuns: times(40, 200) },
  ));

test('without `--students` a file with students gives the document of the file without them', () =>
  fc.assert(
    fc.property(someSchool, (school) => {
      const elements = writeStudents(school);
      const unlisted: AscElements = { ...elements, student: [], studentsubject: [] };
      const bare = Object.fromEntries(
        Object.entries(unlisted).map(([list, all]) => [
          list,
          all.map(({ studentids: _, seminargroup: __, ...rest }) => rest),
        ]),
      );
      expect(JSON.stringify(convertAsc(elements).document)).toBe(JSON.stringify(convertAsc(bare).document));
    }),
    { numRuns: times(10, 50) },
  ));
