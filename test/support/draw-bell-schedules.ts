// Arbitrary bell schedules whose days differ, and the placements that several of them have in common.

import type { BellSchedule } from '../../src/contract/types.generated.ts';
import { arbitraryExtra, arbitraryIdTail, arbitraryText } from './arbitrary-values.ts';
import type { Draw } from './drawing.ts';

/** One to three bell schedules, the first the default one. Days of different schedules can share their ids. */
export function drawBellSchedules(draw: Draw): BellSchedule[] {
  const text = () => draw.one(() => arbitraryText);
  const extra = () => draw.one(() => arbitraryExtra);
  const clock = () => draw.from(['00:00', '08:05', '12:30', '19:59', '23:59']);
  const span = () => ({ id: `p${text()}`, name: text(), startTime: clock(), endTime: clock() });
  const dayIds = ['mon', ...draw.list(3, (index) => `${index}${text()}`)];

  return draw.listFrom1(3, (index) => {
    const days = draw.some(dayIds).map((id) => ({
      id,
      label: text(),
      shortLabel: text(),
      dayOfWeek: draw.integer(1, 7),
      weekInCycle: draw.maybe(() => draw.integer(1, 3)),
      ...extra(),
    }));
    const configurationOf = days.map(() => draw.integer(0, 1));
    return {
      id: `bs_${index}-${draw.one(() => arbitraryIdTail)}`,
      name: text(),
      isDefault: index === 0,
      scheduleType: draw.from(['weekly', 'cycle', `other${text()}`]),
      cycleLength: draw.integer(1, 3),
      days,
      dayConfigurations: [0, 1].map((configuration) => ({
        id: `c${text()}`,
        dayIds: days.filter((_, day) => configurationOf[day] === configuration).map(({ id }) => id),
        periods: draw.list(3, () => ({ ...span(), ...extra() })),
        breaks: draw.list(2, () => ({ ...span(), followsPeriodIndex: draw.integer(-1, 3), ...extra() })),
        ...extra(),
      })),
      ...extra(),
    };
  });
}

/** The placements that exist in each of the schedules; an absent id means the default one, and so does none at all. */
export function commonPlacements(schedules: readonly BellSchedule[], ids: readonly (string | null | undefined)[]) {
  const meant = schedules.filter(({ id, isDefault }) =>
    ids.length === 0 ? isDefault : ids.some((each) => each === id || (isDefault && each == null)),
  );
  const [first, ...others] = meant.map(({ dayConfigurations }) =>
    dayConfigurations.flatMap(({ dayIds, periods }) =>
      dayIds.flatMap((dayId) => periods.map((_, periodIndex) => ({ dayId, periodIndex }))),
    ),
  );
  return (first ?? []).filter(({ dayId, periodIndex }) =>
    others.every((other) => other.some((each) => each.dayId === dayId && each.periodIndex === periodIndex)),
  );
}
