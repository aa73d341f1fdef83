// aSc files for tests: elements as objects, written as aSc Timetables writes them.

export type Attributes = Record<string, string | undefined>;

/** Lists by the name of their elements. */
export type AscElements = Record<string, Attributes[]>;

const listNames: Record<string, string> = { class: 'classes', daysdef: 'daysdefs' };

const escapeXml = (text: string): string =>
  text.replace(/[&<>"'\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);

export function ascXml(elements: AscElements, declaration = '<?xml version="1.0" encoding="UTF-8"?>'): string {
  const lists = Object.entries(elements).map(([name, all]) => {
    const written = all.map((attributes) => {
      const pairs = Object.entries(attributes).flatMap(([key, value]) =>
        value === undefined ? [] : `${key}="${escapeXml(value)}"`,
      );
      return `<${[name, ...pairs].join(' ')}/>`;
    });
    const list = listNames[name] ?? `${name}s`;
    return `<${list} options="canadd,export:silent">\n${written.join('\n')}\n</${list}>`;
  });
  return `${declaration}\n<timetable importtype="database" displayname="aSc Timetables 2012 XML">\n${lists.join('\n')}\n</timetable>`;
}

/** A school with one element of each converted kind: a lesson of two periods a week with a card on each day. */
export const smallAsc = (): AscElements => ({
  period: [
    { name: 'First', short: '1', period: '1', starttime: '7:40', endtime: '08:25' },
    { name: 'Second', short: '2', period: '2', starttime: '8:35', endtime: '9:20' },
    { name: 'Third', short: '3', period: '3', starttime: '9:20', endtime: '10:05' },
  ],
  break: [{ name: 'Break', short: 'B', break: '2', starttime: '8:25', endtime: '8:35' }],
  daysdef: [
    { id: 'any', name: 'Any day', short: 'X', days: '10,01' },
    { id: 'all', name: 'Every day', short: 'E', days: '11' },
    { id: 'D1', name: 'Monday', short: 'Mo', days: '10' },
    { id: 'D2', name: 'Tuesday', short: 'Tu', days: '01' },
  ],
  weeksdef: [{ id: 'W', name: 'All weeks', short: 'All', weeks: '1' }],
  termsdef: [{ id: 'YR', name: 'Whole year', short: 'YR', terms: '1' }],
  subject: [{ id: 'S1', name: 'Mathematics', short: 'Mat' }],
  teacher: [{ id: 'T1', name: 'Ada Lovelace', short: 'ADA', color: '#FF0000' }],
  building: [{ id: 'B1', name: 'Main' }],
  classroom: [{ id: 'R1', name: 'Room 1', short: '101', capacity: '24', buildingid: 'B1' }],
  class: [{ id: 'C1', name: 'Class 5A', short: '5A', teacherid: 'T1' }],
  group: [
    { id: 'G0', name: 'Entire class', classid: 'C1', entireclass: '1', divisiontag: '0' },
    { id: 'G1', name: 'Boys', classid: 'C1', entireclass: '0', divisiontag: '1' },
    { id: 'G2', name: 'Girls', classid: 'C1', entireclass: '0', divisiontag: '1' },
  ],
  lesson: [ascLesson()],
  card: [ascCard({ days: '10' }), ascCard({ days: '01', period: '2' })],
});

export const ascLesson = (more: Attributes = {}): Attributes => ({
  id: 'L1',
  classids: 'C1',
  subjectid: 'S1',
  teacherids: 'T1',
  groupids: 'G0',
  classroomids: 'R1',
  periodspercard: '1',
  periodsperweek: '2.0',
  termsdefid: 'YR',
  weeksdefid: 'W',
  daysdefid: 'any',
  capacity: '*',
  ...more,
});

export const ascCard = (more: Attributes = {}): Attributes => ({
  lessonid: 'L1',
  period: '1',
  days: '10',
  weeks: '1',
  terms: '1',
  classroomids: 'R1',
  ...more,
});
