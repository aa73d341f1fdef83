// `--week N`: converts one week of a cycle to a weekly timetable.

import type { Loss, ReadOptions } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';
import type { School } from './school.ts';

/** @returns null where there is no such week, with the reason in `findings` */
export function keepWeek(
  school: School,
  { week }: Pick<ReadOptions, 'week'>,
  findings: Findings,
  file: string,
): { school: School; losses: Loss[] } | null {
  if (week === null) return { school, losses: [] };
  const kept = school.weeks[week - 1];
  const labels = school.weeks.map(({ label }, index) => `${index + 1} (${label})`).join(', ');
  if (kept === undefined) {
    findings.add('school.option-unusable', { file }, `the file has no week ${week}; it has the weeks ${labels}`);
    return null;
  }
  findings.add(
    'school.week-chosen',
    { file },
    `week ${week} (${kept.label}) is converted; the file has the weeks ${labels}`,
  );
  let others = 0;
  const lessons = school.lessons.map((lesson) => {
    const units = lesson.units.filter(({ at }) => at === null || at.week === week - 1);
    others += lesson.units.length - units.length;
    return { ...lesson, units: units.map((unit) => ({ ...unit, at: unit.at && { ...unit.at, week: 0 } })) };
  });
  return {
    school: { ...school, ...inWeek(school, week - 1), weeks: [kept], lessons },
    losses: [
      { code: 'units-of-other-weeks', what: 'units of other weeks', count: others, why: '`--week` names another' },
    ],
  };
}

/** The days and bells of one week, under the names that they have in it. */
function inWeek({ days, bells }: School, week: number): Pick<School, 'days' | 'bells'> {
  return {
    days: days.map(({ ofWeeks, ...day }) => ({ ...day, ...ofWeeks?.[week] })),
    bells: bells.flatMap(({ slots, ...bell }) => {
      const ofWeek = slots?.flatMap((slot) => (slot.week === week ? slot.day : [])) ?? bell.days;
      return ofWeek.length === 0 ? [] : { ...bell, days: ofWeek };
    }),
  };
}
