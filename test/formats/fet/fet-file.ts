// FET files written by hand, as small as each test needs, read and built as `convert` does.

import type { Timetable } from '../../../src/contract/types.generated.ts';
import { readFet } from '../../../src/formats/fet/read-fet.ts';
import type { ReadOptions } from '../../../src/formats/reading/school-reader.ts';
import { createFindings, type Finding } from '../../../src/formats/report/finding.ts';
import { buildDocument } from '../../../src/formats/school/build-document.ts';
import { problemsOf } from '../problems-of.ts';
import { versionFields } from '../version-fields.ts';

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** `<Name>text</Name>`; a list of texts gives one element each. */
export const element = (name: string, content: string | number | readonly string[]): string =>
  (typeof content === 'object' ? content : [String(content)])
    .map((text) => `<${name}>${escapeText(text)}</${name}>`)
    .join('');

export type ActivityText = {
  id: number;
  teachers?: string[];
  subject?: string;
  students?: string[];
  duration?: number;
  group?: number;
  active?: boolean;
  more?: string;
};

export const activity = ({ id, teachers, subject, students, duration, group, active, more }: ActivityText): string =>
  `<Activity>${element('Teacher', teachers ?? ['ADA'])}${element('Subject', subject ?? 'Maths')}
${element('Students', students ?? ['5A'])}${element('Duration', duration ?? 1)}${element('Id', id)}
${element('Activity_Group_Id', group ?? 0)}${element('Active', String(active ?? true))}${more ?? ''}</Activity>`;

export const time = (id: number, day: string, hour: string, more = ''): string =>
  `<ConstraintActivityPreferredStartingTime><Weight_Percentage>100</Weight_Percentage>${element('Activity_Id', id)}
${element('Preferred_Day', day)}${element('Preferred_Hour', hour)}
${more || '<Permanently_Locked>false</Permanently_Locked>'}<Active>true</Active></ConstraintActivityPreferredStartingTime>`;

export const room = (id: number, name: string, realRooms: string[] = []): string =>
  `<ConstraintActivityPreferredRoom><Weight_Percentage>100</Weight_Percentage>${element('Activity_Id', id)}
${element('Room', name)}${element('Real_Room', realRooms)}<Active>true</Active></ConstraintActivityPreferredRoom>`;

export type FetParts = {
  version?: string;
  head?: string;
  days?: string[];
  hours?: string[];
  teachers?: string;
  subjects?: string;
  students?: string;
  rooms?: string;
  activities?: string;
  times?: string;
  spaces?: string;
};

const named = (name: string, names: readonly string[]) =>
  names.map((each) => `<${name}>${element('Name', each)}</${name}>`).join('');

/** A school of one teacher, subject, class and room, with one activity on Monday at 08:00, changed in one place. */
export const fetText = (parts: FetParts = {}): string => `<?xml version="1.0" encoding="UTF-8"?>
<fet version="${parts.version ?? '6.8.5'}">
${parts.head ?? '<Mode>Official</Mode>'}
<Institution_Name>Small School</Institution_Name>
<Days_List><Number_of_Days>2</Number_of_Days>${named('Day', parts.days ?? ['Monday', 'Tuesday'])}</Days_List>
<Hours_List><Number_of_Hours>3</Number_of_Hours>${named('Hour', parts.hours ?? ['08:00-08:45', '08:50-09:35', '09:55-10:40'])}</Hours_List>
<Subjects_List>${parts.subjects ?? named('Subject', ['Maths'])}</Subjects_List>
<Teachers_List>${parts.teachers ?? named('Teacher', ['ADA', 'BOB'])}</Teachers_List>
<Students_List>${parts.students ?? named('Year', ['5A', '5B'])}</Students_List>
<Activities_List>${parts.activities ?? activity({ id: 1 })}</Activities_List>
<Rooms_List>${parts.rooms ?? named('Room', ['R1', 'R2'])}</Rooms_List>
<Time_Constraints_List>${parts.times ?? time(1, 'Monday', '08:00-08:45')}</Time_Constraints_List>
<Space_Constraints_List>${parts.spaces ?? ''}</Space_Constraints_List>
</fet>`;

export const placements = (rows: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Activities_Timetable>${rows}</Activities_Timetable>`;

export function readFetTexts(texts: Record<string, string | Uint8Array>, more: Partial<ReadOptions> = {}) {
  const findings = createFindings();
  const files = Object.entries(texts).map(([name, text]) => ({
    name,
    bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  }));
  const options: ReadOptions = { firstDay: null, term: null, week: null, bells: null, students: false, ...more };
  const found = readFet(files, options, findings);
  const list: Finding[] = [...findings.list()];
  return { found, findings: list };
}

/** The document of a file that is read without an error, checked to be valid, and the findings. */
export function convertFet(parts: FetParts | Record<string, string>, more: Partial<ReadOptions> = {}) {
  const texts = Object.keys(parts).some((name) => name.includes('.'))
    ? (parts as Record<string, string>) // named files
    : { 'school.fet': fetText(parts) };
  const { found, findings } = readFetTexts(texts, more);
  if (found === null) throw new Error(JSON.stringify(findings));
  const built = createFindings();
  const document = buildDocument(found.school, versionFields, built, 'school.fet');
  if (document === null) throw new Error(JSON.stringify(built.list()));
  const problems = problemsOf(document);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { ...found, document, findings, rules: findings.map(({ rule }) => rule) };
}

export const periodsOf = ({ bellSchedule }: Timetable) =>
  bellSchedule.dayConfigurations.flatMap(({ periods }) =>
    periods.map(({ name, startTime, endTime }) => `${name} ${startTime}-${endTime}`),
  );
