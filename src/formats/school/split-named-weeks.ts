// Makes the weeks that the names of days tell apart a cycle, for every format: ten named days become two weeks of five.

import { findNamedWeeks } from './find-named-weeks.ts';
import type { DayBells, School, SchoolDay } from './school.ts';

export function splitNamedWeeks(school: School): School {
  const named = school.weeks.length === 1 ? findNamedWeeks(school.days) : null;
  if (named === null) return school;
  const numbers = [...new Set(named.days.map(({ number }) => number))];
  const slotOf = (day: number) => {
    const { week = 0, number = 0 } = named.days[day] ?? {};
    return { week, day: numbers.indexOf(number) };
  };
  const days = numbers.map((number): SchoolDay => {
    const indexes = named.days.flatMap((day, index) => (day.number === number ? index : []));
    const first = indexes[0] ?? 0;
    const name = named.days[first]?.name ?? '';
    const ofWeeks = named.weeks.map(
      (_, week) => school.days[indexes.find((at) => named.days[at]?.week === week) ?? -1],
    );
    return { label: name, shortLabel: name, dayOfWeek: school.days[first]?.dayOfWeek ?? number, ofWeeks };
  });
  return {
    ...school,
    days,
    weeks: named.weeks.map((name, week) => ({ label: name || String(week + 1), shortLabel: name || String(week + 1) })),
    bells: splitBells(school.bells, days.length, named.weeks.length, slotOf),
    lessons: school.lessons.map((lesson) => ({
      ...lesson,
      units: lesson.units.map((unit) => ({ ...unit, at: unit.at && { ...unit.at, ...slotOf(unit.at.day) } })),
    })),
  };
}

/** A day that a week does not have, such as a Saturday in week B, has the bells of the same day in another week. */
function splitBells(
  bells: readonly DayBells[],
  days: number,
  weeks: number,
  slotOf: (day: number) => { week: number; day: number },
): DayBells[] {
  const bellOf = new Map<string, number>();
  for (const [index, bell] of bells.entries())
    for (const { week, day } of bell.days.map(slotOf)) bellOf.set(`${week} ${day}`, index);
  const ofDay = (day: number) =>
    Array.from({ length: weeks }, (_, week) => bellOf.get(`${week} ${day}`)).find((bell) => bell !== undefined);
  return bells.map((bell, index) => {
    const slots = Array.from({ length: weeks }, (_, week) =>
      Array.from({ length: days }, (__, day) => ({ week, day })),
    ).flat();
    const own = slots.filter(({ week, day }) => (bellOf.get(`${week} ${day}`) ?? ofDay(day)) === index);
    return { ...bell, days: [...new Set(own.map(({ day }) => day))], slots: own };
  });
}
