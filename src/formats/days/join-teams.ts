// Brings the rows together that are about one period of a lesson of several teachers. Untis writes a row for each of them who is
// replaced, and a change replaces all teachers of a lesson, so those whom no row names are added. Where each teacher has a lesson of
// their own, the rows stay as they are.

import type { DayPlan, LessonInPlan } from './day-file.ts';
import type { DayFindings } from './day-findings.ts';
import { describeLesson } from './describe-lesson.ts';
import type { Times } from './find-times.ts';
import type { Run } from './merge-substitutions.ts';
import type { Substitution } from './read-substitution-row.ts';
import { meaningOf, replacedIn } from './substitution-meaning.ts';

/** @param plan null where nothing is known of what takes place regularly; then no rows belong together */
export function joinTeams(
  rows: readonly Substitution[],
  plan: DayPlan | null,
  times: Pick<Times, 'indexOf'>,
  findings: DayFindings,
): Substitution[] {
  const teams = new Map<Substitution, { lesson: LessonInPlan; rows: [Substitution, ...Substitution[]] }>();
  const firsts = new Map<LessonInPlan, Map<number, Substitution>>();
  const joined = new Set<Substitution>();
  for (const row of rows) {
    if (row.teachers.length === 0 || row.is.has('break supervision') || row.is.has('moved here')) continue;
    const lesson = plan?.lessonOf(row.date, describeLesson(row, times)) ?? null;
    if (lesson === null || lesson.teachers.length < 2) continue;
    const inPeriods = firsts.get(lesson) ?? new Map<number, Substitution>();
    firsts.set(lesson, inPeriods);
    const first = inPeriods.get(row.period) ?? row;
    inPeriods.set(row.period, first);
    const team = teams.get(first);
    if (team === undefined) teams.set(row, { lesson, rows: [row] });
    else {
      team.rows.push(row);
      joined.add(row);
    }
  }
  findings.lose('repeated', joined.size);
  const made = rows.flatMap((row) => {
    const team = teams.get(row);
    return joined.has(row) ? [] : [team === undefined ? row : joinTeam(team.rows, team.lesson)];
  });
  const moved = [...teams.values()].filter((team) => team.rows.length > 1).map((team) => team.rows[0]);
  return joinArrivals(made, new Set(moved.filter(({ is }) => is.has('moved away')).map(({ lesson }) => lesson)));
}

function joinTeam(rows: Run, { teachers }: LessonInPlan): Substitution {
  const [first] = rows;
  const taking = rows.filter((row) => meaningOf(row) !== 'cancelled');
  const [firstTaking] = taking;
  const named = namesIn(rows, (row) => row.teachers);
  if (firstTaking === undefined) return { ...first, teachers: named };
  if (rows.length === 1 && replacedIn(first).teachers === undefined) return first;
  const others = teachers.flatMap(([entityId = '', ...names]) =>
    [entityId, ...names].some((name) => named.includes(name)) ? [] : [entityId],
  );
  const now = namesIn(taking, (row) => replacedIn(row).teachers ?? row.teachers);
  const substitutes = [...new Set([...now, ...others])];
  return {
    ...joinRows([firstTaking, ...taking.slice(1)]),
    ...{ line: first.line, number: first.number, teachers: [...named, ...others], substitutes },
    // Nobody is left, which is told from a column that was left empty.
    ofAbsence: substitutes.length === 0,
  };
}

/** The rows of the new time of a lesson that is moved for several teachers. */
function joinArrivals(rows: readonly Substitution[], lessons: ReadonlySet<string>): Substitution[] {
  const arrivals = new Map<string, [Substitution, ...Substitution[]]>();
  const first = (row: Substitution) => arrivals.get(JSON.stringify([row.date, row.period, row.lesson]));
  const isArrival = ({ is, lesson }: Substitution) =>
    lesson !== '0' && lessons.has(lesson) && is.has('moved here') && !is.has('moved away');
  for (const row of rows) {
    if (!isArrival(row)) continue;
    const same = first(row);
    if (same === undefined) arrivals.set(JSON.stringify([row.date, row.period, row.lesson]), [row]);
    else same.push(row);
  }
  return rows.flatMap((row) => {
    const same = isArrival(row) ? first(row) : undefined;
    if (same === undefined || same.length === 1) return [row];
    if (same[0] !== row) return [];
    const taking = (each: Substitution) => (each.substitutes.length > 0 ? each.substitutes : each.teachers);
    return [
      {
        ...joinRows(same),
        teachers: namesIn(same, ({ teachers }) => teachers),
        substitutes: namesIn(same, taking),
      },
    ];
  });
}

/** What several rows of one lesson say, but for its teachers. */
function joinRows(rows: Run): Substitution {
  const [first] = rows;
  return {
    ...first,
    subjects: namesIn(rows, ({ subjects }) => subjects),
    newSubjects: namesIn(rows, ({ newSubjects }) => newSubjects),
    rooms: namesIn(rows, ({ rooms }) => rooms),
    newRooms: namesIn(rows, ({ newRooms }) => newRooms),
    classes: namesIn(rows, ({ classes }) => classes),
    newClasses: namesIn(rows, ({ newClasses }) => newClasses),
    text: rows.find(({ text }) => text !== '')?.text ?? '',
    is: new Set(rows.flatMap(({ is }) => [...is])),
  };
}

/** Each once. */
const namesIn = (rows: readonly Substitution[], listOf: (row: Substitution) => readonly string[]): string[] => [
  ...new Set(rows.flatMap(listOf)),
];
