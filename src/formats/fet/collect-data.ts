// Collects the elements of a .fet file into its data. Of the constraints only times, rooms and breaks are used. The
// others guided the solver and are only counted.

import type { Activity, FetData, Mode, Named, Room } from './fet-data.ts';

/**
 * One element of a FET file as a small tree: a teacher, an activity, a constraint. FET has no attributes except the
 * version; everything else is text in elements.
 */
export type FetNode = { name: string; line: number; text: string; children: FetNode[] };

const child = (node: FetNode, name: string): FetNode | undefined => node.children.find((each) => each.name === name);

/** The text of the first child with this name, or an empty text. */
export const textOf = (node: FetNode, name: string): string => child(node, name)?.text ?? '';

/** The texts of all children with this name that are not empty. */
export const textsOf = (node: FetNode, name: string): string[] =>
  node.children.flatMap((each) => (each.name === name && each.text !== '' ? [each.text] : []));

/** FET writes `true` and `false`. Older versions wrote `yes`, or nothing, which means `otherwise`. */
function flagOf(node: FetNode, name: string, otherwise: boolean): boolean {
  const text = textOf(node, name).toLowerCase();
  return text === '' ? otherwise : text === 'true' || text === 'yes' || text === '1';
}

/** A whole number, or null. */
function numberOf(node: FetNode, name: string): number | null {
  const text = textOf(node, name);
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function emptyData(version: string): FetData {
  return {
    mode: modeOfVersion(version),
    institution: '',
    terms: null,
    daysPerTerm: null,
    constraints: 0,
    days: [],
    hours: [],
    realDays: [],
    realHours: [],
    subjects: [],
    teachers: [],
    students: [],
    nestedStudents: 0,
    rooms: [],
    activities: [],
    times: [],
    roomsGiven: [],
    roomWishes: new Map(),
    breaks: [],
    sameStart: [],
  };
}

/** Before version 6 the mode was part of the version: `5.48.1-morocco`. */
function modeOfVersion(version: string): Mode {
  const [, suffix = ''] = /^5\.\d+\.\d+-([a-z]+)/i.exec(version) ?? [];
  if (['ma', 'morocco', 'algeria'].includes(suffix)) return 'mornings-afternoons';
  if (suffix === 'bp') return 'block-planning';
  return suffix === 'mathmake' ? 'terms' : 'official';
}

/** A text without children: `<Mode>Terms</Mode>`. */
export function collectText(data: FetData, node: FetNode): void {
  if (node.name === 'Institution_Name') data.institution = node.text;
  if (node.name === 'Mode') data.mode = modeOf(node.text);
  const number = /^\d{1,4}$/.test(node.text) ? Number(node.text) : null;
  if (node.name === 'Number_of_Terms') data.terms = number;
  if (node.name === 'Number_of_Days_Per_Term') data.daysPerTerm = number;
}

function modeOf(text: string): Mode {
  const mode = text.toLowerCase().replaceAll('_', '-');
  const known: Mode[] = ['mornings-afternoons', 'block-planning', 'terms'];
  return known.find((each) => each === mode) ?? 'official';
}

/** An item of a list: `list` is `Teachers_List`, `node` is a `Teacher`. */
export function collectItem(data: FetData, list: string, node: FetNode): void {
  const named: Record<string, Named[]> = {
    Days_List: data.days,
    Hours_List: data.hours,
    Real_Days_List: data.realDays,
    Real_Hours_List: data.realHours,
    Subjects_List: data.subjects,
    Teachers_List: data.teachers,
  };
  const into = Object.hasOwn(named, list) ? named[list] : undefined;
  // Up to version 5 the names of days and hours were direct children of the list.
  if (into !== undefined && node.name === 'Name') into.push({ ...readNamed(node), name: node.text });
  else if (into !== undefined) {
    if (!node.name.startsWith('Number')) into.push(readNamed(node));
  } else if (list === 'Students_List') collectStudents(data, node, 0);
  else if (list === 'Rooms_List') data.rooms.push(readRoom(node));
  else if (list === 'Activities_List') data.activities.push(readActivity(node));
  else if (list === 'Time_Constraints_List' || list === 'Space_Constraints_List') collectConstraint(data, node);
}

const readNamed = (node: FetNode): Named => ({
  name: textOf(node, 'Name'),
  longName: textOf(node, 'Long_Name'),
  code: textOf(node, 'Code'),
  line: node.line,
});

/** Years contain groups, and groups contain subgroups. One that belongs to several of them is repeated in the file. */
function collectStudents(data: FetData, node: FetNode, depth: number): void {
  if (!['Year', 'Group', 'Subgroup'].includes(node.name)) return;
  data.students.push(readNamed(node));
  if (depth > 0) data.nestedStudents += 1;
  for (const each of node.children) collectStudents(data, each, depth + 1);
}

const readRoom = (node: FetNode): Room => ({
  ...readNamed(node),
  building: textOf(node, 'Building'),
  capacity: numberOf(node, 'Capacity') ?? 0,
  isVirtual: flagOf(node, 'Virtual', false),
  realRoomSets: node.children.flatMap((each) =>
    each.name === 'Set_of_Real_Rooms' ? [textsOf(each, 'Real_Room')] : [],
  ),
});

const readActivity = (node: FetNode): Activity => ({
  id: textOf(node, 'Id'),
  line: node.line,
  teachers: textsOf(node, 'Teacher'),
  subject: textOf(node, 'Subject'),
  students: textsOf(node, 'Students'),
  hasTags: textsOf(node, 'Activity_Tag').length > 0,
  duration: numberOf(node, 'Duration') ?? 1,
  groupId: textOf(node, 'Activity_Group_Id') || '0',
  isActive: flagOf(node, 'Active', true),
});

function collectConstraint(data: FetData, node: FetNode): void {
  if (!flagOf(node, 'Active', true)) return;
  const { line } = node;
  const activity = textOf(node, 'Activity_Id');
  const weight = weightOf(node);
  if (/^ConstraintActivityPreferred(Starting)?Time$/.test(node.name)) {
    const day = textOf(node, 'Preferred_Day') || textOf(node, 'Day');
    const hour = textOf(node, 'Preferred_Hour') || textOf(node, 'Hour');
    const isLocked = flagOf(node, 'Permanently_Locked', true);
    // A constraint that names only a day or only an hour is a preference.
    if (day !== '' && hour !== '') data.times.push({ activity, day, hour, weight, isLocked, line });
    else data.constraints += 1;
  } else if (node.name === 'ConstraintActivityPreferredRoom') {
    const realRooms = textsOf(node, 'Real_Room');
    data.roomsGiven.push({ activity, room: textOf(node, 'Room'), realRooms, weight, line });
  } else {
    data.constraints += 1;
    if (node.name === 'ConstraintActivityPreferredRooms')
      data.roomWishes.set(activity, textsOf(node, 'Preferred_Room'));
    if (weight < 100) return;
    if (node.name === 'ConstraintActivitiesSameStartingTime') data.sameStart.push(textsOf(node, 'Activity_Id'));
    if (node.name === 'ConstraintBreakTimes' || node.name === 'ConstraintBreak')
      for (const each of node.children)
        if (each.name === 'Break_Time') data.breaks.push({ day: textOf(each, 'Day'), hour: textOf(each, 'Hour') });
  }
}

/** In percent. Before version 5 the weight was missing, which means compulsory. */
function weightOf(node: FetNode): number {
  const text = textOf(node, 'Weight_Percentage');
  return /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : 100;
}
