// What the rows of GPU014 say, as changes: each row is for one period, and the plan says which periods are one lesson.

import type { DayChange, DayNote } from '../../contract/types.generated.ts';
import { createRefs } from './create-refs.ts';
import type { ClockRange, DayPlan } from './day-file.ts';
import type { DayFindings } from './day-findings.ts';
import { describeLesson } from './describe-lesson.ts';
import { findTimes } from './find-times.ts';
import { joinMoves } from './join-moves.ts';
import { joinTeams } from './join-teams.ts';
import { mergeSubstitutions, type Run } from './merge-substitutions.ts';
import type { Substitution } from './read-substitution-row.ts';
import { type Meaning, meaningOf, replacedIn } from './substitution-meaning.ts';

/** The changes and notes of rows that are printed, each with its line. */
export function convertSubstitutions(printed: readonly Substitution[], plan: DayPlan | null, findings: DayFindings) {
  const times = findTimes(plan, printed);
  const refOf = createRefs();
  const made = { changes: [] as DayChange[], notes: [] as DayNote[] };
  const lines = { changes: [] as number[], notes: [] as number[] };
  const add = ({ line }: Substitution, change: DayChange) => {
    made.changes.push(change);
    lines.changes.push(line);
  };

  /** Cuts rows of consecutive periods into lessons as they are planned: a whole double, or else each period. */
  function* lessonsOf(rows: readonly Substitution[]): Generator<{ rows: Run; lesson: Lesson }> {
    for (let at = 0; at < rows.length; ) {
      const row = rows[at] as Substitution; // `at` is below the length
      const lesson = describeLesson(row, times);
      const { periods = [] } = plan?.lessonOf(row.date, lesson) ?? {};
      const covered = rows.slice(at, at + Math.max(periods.length, 1));
      const isWhole = periods.length > 1 && covered.every((each, index) => times.indexOf(each) === periods[index]);
      const length = isWhole && covered.length === periods.length ? periods.length : 1;
      yield {
        rows: [row, ...rows.slice(at + 1, at + length)],
        lesson: length > 1 ? { ...lesson, wholeLesson: true } : lesson,
      };
      at += length;
    }
  }

  function addLesson([first, ...others]: Run, kind: AddedKind, time: ClockRange | null, suffix = '') {
    if (time === null) {
      findings.add('days.time-unknown', first.line, `period ${first.period} has no bell times on ${first.date}`, {
        date: first.date,
        period: first.period,
      });
      return;
    }
    const named = (now: readonly string[], old: readonly string[]) => [...(now.length > 0 ? now : old)];
    const who = {
      subjects: named(first.newSubjects, first.subjects),
      teachers: [...first.substitutes],
      classes: named(first.newClasses, first.classes),
      rooms: named(first.newRooms, first.rooms),
    };
    // Of an exam, and of a lesson that is moved here, the teacher may be the same and stand in one column only.
    if (first.substitutes.length === 0 && (kind === 'exam' || kind === 'lesson')) who.teachers = [...first.teachers];
    add(first, {
      ref: refOf(first, suffix),
      date: first.date,
      added: { kind, ...time, ...who },
      ...textOf([first, ...others]),
    });
  }

  function change(run: Run, cancelled: boolean) {
    for (const { rows, lesson } of lessonsOf(run)) {
      const [first] = rows;
      const what = cancelled ? { cancelled: true as const } : replacedIn(first);
      add(first, { ref: refOf(first), date: first.date, lesson, ...what, ...textOf(rows) });
    }
  }

  const does: Record<Meaning, (run: Run) => void> = {
    nothing: (run) => findings.lose('nothing-changed', run.length),
    nobody: (run) => findings.lose('nobody-concerned', run.length),
    note([{ date, text, newClasses, classes, line }]) {
      const named = newClasses.length > 0 ? newClasses : classes;
      made.notes.push({ date, text, classes: named.length > 0 ? named : null });
      lines.notes.push(line);
    },
    supervision(run) {
      for (const row of run) {
        const time = times.breakBefore(row);
        if (time?.isBreak === false)
          findings.add('days.break-unknown', row.line, `there is no break before period ${row.period} on ${row.date}`, {
            date: row.date,
            period: row.period,
          });
        addLesson([row], 'supervision', time?.range ?? null);
      }
    },
    standby: (run) => addLesson(run, 'standby', times.spanOf(run)),
    event: (run) => addLesson(run, 'event', times.spanOf(run)),
    lesson: (run) => addLesson(run, 'lesson', times.spanOf(run)),
    exam: (run) => addLesson(run, 'exam', times.spanOf(run)),
    'exam instead': (run) => {
      change(run, true);
      addLesson(run, 'exam', times.spanOf(run), 'exam');
    },
    cancelled: (run) => change(run, true),
    changed: (run) => change(run, false),
  };

  function move({ pairs, away, here }: ReturnType<typeof joinMoves>) {
    for (let at = 0; at < pairs.length; ) {
      const group = consecutive(pairs.slice(at, at + mostPeriods));
      for (const { rows, lesson } of lessonsOf(group.map(({ from }) => from))) {
        const targets = group.slice(0, rows.length).map(({ to }) => to);
        group.splice(0, rows.length);
        at += rows.length;
        moveOne(rows, targets, lesson);
      }
    }
    for (const row of away) {
      incomplete(row);
      change([row], true);
    }
    for (const row of here) {
      incomplete(row);
      addLesson([row], 'lesson', times.spanOf([row]));
    }
  }

  function moveOne(rows: Run, targets: readonly Substitution[], lesson: Lesson) {
    const [[first], [target]] = [rows, targets];
    if (target === undefined) return;
    const time = times.spanOf([target, ...targets.slice(1)]);
    const common = { ref: refOf(first), date: first.date, lesson };
    if (time === null) {
      findings.add('days.time-unknown', target.line, `period ${target.period} has no bell times on ${target.date}`, {
        date: target.date,
        period: target.period,
      });
      return add(first, { ...common, cancelled: true, ...textOf(rows) });
    }
    const now = replacedIn({ ...target, ...originalOf(first) });
    const text = textOf([target]).text === undefined ? textOf(rows) : textOf([target]);
    return add(first, { ...common, moveTo: { date: target.date, ...time }, ...now, ...text });
  }

  const incomplete = ({ line, date, period }: Substitution) =>
    findings.add('days.move-incomplete', line, `the other row of this move is missing`, { date, period });

  const runs = mergeSubstitutions(printed, (rows) => joinTeams(rows, plan, times, findings), findings);
  const isMove = ([{ is }]: Run) => is.has('moved away') || is.has('moved here');
  move(joinMoves(runs.filter(isMove)));
  for (const run of runs) if (!isMove(run)) does[meaningOf(run[0])](run);
  return { made, lines };
}

type Lesson = NonNullable<DayChange['lesson']>;
type AddedKind = NonNullable<DayChange['added']>['kind'];

/** More than a day has. */
const mostPeriods = 200;

/** The first pairs whose old and new periods follow each other. */
function consecutive<Pair extends { from: Substitution; to: Substitution }>(pairs: readonly Pair[]): Pair[] {
  const end = pairs.findIndex(({ from, to }, index) => {
    const before = pairs[index - 1];
    return before !== undefined && !(follows(before.from, from) && follows(before.to, to));
  });
  return pairs.slice(0, end < 0 ? pairs.length : end);
}

const follows = (one: Substitution, other: Substitution): boolean =>
  one.date === other.date && one.period + 1 === other.period && one.lesson === other.lesson;

/** Where a lesson was says who it is for; the row of the new time may leave that out. */
const originalOf = ({ teachers, subjects, rooms, classes }: Substitution) => ({ teachers, subjects, rooms, classes });

const textOf = ([{ text }]: Run): { text?: string } => (text === '' ? {} : { text });
