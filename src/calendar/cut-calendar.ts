// Cuts a published calendar down to one person: the months of a feed, and what holds for everybody or for the person's classes.

import type { PublishedCalendar } from '../contract/types.generated.ts';

export type CalendarCut = {
  /** YYYYMMDD, both included. */
  firstDay: number;
  lastDay: number;
  /** The classes that the person has to do with. */
  classEntityIds: ReadonlySet<string>;
  /** The timetables that the person is in. */
  groupIds: ReadonlySet<string>;
};

export function cutCalendar(calendar: PublishedCalendar, cut: CalendarCut): PublishedCalendar {
  const own = (ids: readonly string[]) => ids.filter((id) => cut.classEntityIds.has(id));
  const ownOnly = <Item extends { classEntityIds?: string[] | null }>(items: readonly Item[]): Item[] =>
    items.flatMap((item) => {
      if (item.classEntityIds == null) return item;
      const classEntityIds = own(item.classEntityIds);
      return classEntityIds.length === 0 ? [] : { ...item, classEntityIds };
    });
  const inGroups = <Item extends { groupId: string }>(items: readonly Item[]) =>
    items.filter(({ groupId }) => cut.groupIds.has(groupId));
  const days = calendar.days
    .filter(({ date }) => cut.firstDay <= date && date <= cut.lastDay)
    .map((day) => ({
      ...day,
      timetables: inGroups(day.timetables),
      scoped: day.scoped.flatMap((scope) => {
        const classEntityIds = own(scope.classEntityIds);
        return classEntityIds.length === 0 ? [] : { ...scope, classEntityIds, timetables: inGroups(scope.timetables) };
      }),
    }));
  return {
    ...calendar,
    closures: ownOnly(calendar.closures),
    exceptions: ownOnly(calendar.exceptions),
    firstDay: days[0]?.date ?? null,
    lastDay: days.at(-1)?.date ?? null,
    days,
  };
}
