// The reader of FET files: a solved .fet, or a .fet with the *_activities.xml that FET wrote for it.

import { limits } from '../reading/limits.ts';
import type { Loss, SchoolReader } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';
import { choosePlacements } from './choose-placements.ts';
import { fetBells } from './fet-bells.ts';
import type { Activity, FetData, Placement } from './fet-data.ts';
import { createFetEntities } from './fet-entities.ts';
import { frameFetWeek } from './frame-fet-week.ts';
import { mapActivities } from './map-activities.ts';
import { placeActivities } from './place-activities.ts';
import { readFetFile } from './read-fet-file.ts';

export const readFet: SchoolReader = (files, options, findings) => {
  const opened = openFetFiles(files, findings);
  if (opened === null) return null;
  const { data, file, solved } = opened;
  if (!hasSchoolSize(data, file, findings)) return null;
  if (options.term !== null) {
    findings.add('school.option-unusable', { file }, insteadOfTerm(data));
    return null;
  }
  const week = frameFetWeek(data, options, file, findings);
  if (week === null || findings.hasErrors()) return null;
  const active = activeOf(data, file, findings);
  const chosen = choosePlacements(data, active, solved, file, findings);
  const placed = placeActivities(active, chosen, week, file, findings);
  const used = new Set(placed.flatMap(({ slots }) => slots.flatMap((slot) => (slot === null ? [] : [slot.slot]))));
  if (active.size > 0 && used.size === 0) {
    findings.add('fet.not-solved', { file }, `none of the ${active.size} activities has a time`);
    return null;
  }
  const bells = fetBells(data, week, used, options.bells, file, findings);
  if (bells === null) return null;
  const entities = createFetEntities(data, file, findings);
  const lessons = mapActivities(data, placed, bells.periodOf, entities, file);
  const crowded = lessons.find(({ groups }) => groups.length > limits.groups);
  if (crowded !== undefined) {
    const message = `a split activity has ${crowded.groups.length} combinations of teachers, subject and students, and ${limits.groups} is the maximum`;
    findings.add('school.too-large', crowded.place, message);
    return null;
  }
  const { days, weeks } = week;
  const school = { name: institutionOf(data), days, weeks, bells: bells.bells, ...entities.lists(), lessons };
  const isPlaced = placed.filter(({ slots }) => slots.some((slot) => slot !== null)).length;
  const read = { activities: data.activities.length, 'activities with a place': isPlaced };
  return { school, read, losses: lossesOf(data, active) };
};

/** FET calls a school so until somebody names it. */
const unnamed = 'Default institution';

const institutionOf = ({ institution }: FetData): string | null =>
  institution === '' || institution === unnamed ? null : institution;

/** Checked before units are named and numbered, which is slow for very many. */
function hasSchoolSize({ days, hours }: FetData, file: string, findings: Findings): boolean {
  if (days.length <= limits.days * limits.weeks && hours.length <= limits.periods) return true;
  const message = `${days.length} days of ${hours.length} hours are more than any school has`;
  findings.add('school.too-large', { file }, message);
  return false;
}

const insteadOfTerm = ({ mode }: FetData): string =>
  mode === 'terms'
    ? 'each term is a week of the cycle, so --term cannot be used: give --week with its number'
    : 'only files in the mode Terms have terms, so --term cannot be used: leave it out';

type Opened = { data: FetData; file: string; solved: { file: string; placements: Placement[] } | null };

function openFetFiles(files: Parameters<SchoolReader>[0], findings: Findings): Opened | null {
  let data: { file: string; data: FetData } | null = null;
  let solved: Opened['solved'] = null;
  for (const file of files) {
    const read = readFetFile(file, findings);
    if (read === null) return null;
    const other = read.kind === 'data' ? data : solved;
    if (other !== null) {
      findings.add('fet.file-twice', { file: file.name }, `${file.name} and ${other.file} are of the same kind`);
      return null;
    }
    if (read.kind === 'data') data = { file: file.name, data: read.data };
    else solved = { file: file.name, placements: read.placements };
  }
  if (data === null) {
    findings.add(
      'fet.no-data',
      { file: files[0]?.name ?? '' },
      'the .fet file, which describes the activities, is not given',
    );
    return null;
  }
  return { ...data, solved };
}

function activeOf(data: FetData, file: string, findings: Findings): Map<string, Activity> {
  const active = new Map<string, Activity>();
  for (const activity of data.activities) {
    const { id, line, isActive } = activity;
    if (active.has(id)) {
      findings.add('fet.activity-twice', { file, line, element: `activity ${id}` }, `activity ${id} is listed twice`);
    } else if (isActive) active.set(id, activity);
  }
  return active;
}

function lossesOf(data: FetData, active: ReadonlyMap<string, Activity>): Loss[] {
  const inactive = data.activities.filter(({ isActive }) => !isActive).length;
  const tagged = [...active.values()].filter(({ hasTags }) => hasTags).length;
  return [
    {
      code: 'inactive-activities',
      what: 'activities that are not active',
      count: inactive,
      why: 'FET does not place them',
    },
    { code: 'constraints', what: 'constraints, which FET used to solve the timetable', count: data.constraints },
    { code: 'activity-tags', what: 'activities: their activity tags', count: tagged },
    {
      code: 'nested-students',
      what: 'groups and subgroups: the year or group that they belong to',
      count: data.nestedStudents,
    },
  ];
}
