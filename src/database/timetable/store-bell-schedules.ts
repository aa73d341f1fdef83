// Writes the bell schedules of a document. Fields that the specification does not define go to `extra`.

import type { Kysely } from 'kysely';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Tables } from '../tables.ts';
import { insertRows } from './insert-rows.ts';

export async function storeBellSchedules(database: Kysely<Tables>, { id: version_id, bellSchedules }: Timetable) {
  const parts = bellSchedules.flatMap(({ id: bell_schedule_id, dayConfigurations }) =>
    dayConfigurations.map((configuration, position) => ({ bell_schedule_id, configuration, position })),
  );
  await insertRows(
    database,
    'bell_schedule',
    bellSchedules.map(
      ({ id, name, isDefault, scheduleType, cycleLength, days: _, dayConfigurations: __, ...extra }, position) => ({
        version_id,
        id,
        position,
        name,
        is_default: isDefault,
        schedule_type: scheduleType,
        cycle_length: cycleLength,
        extra,
      }),
    ),
  );
  await insertRows(
    database,
    'bell_day',
    bellSchedules.flatMap(({ id: bell_schedule_id, days }) =>
      days.map(({ id, label, shortLabel, dayOfWeek, weekInCycle, ...extra }, position) => ({
        version_id,
        bell_schedule_id,
        id,
        position,
        label,
        short_label: shortLabel,
        day_of_week: dayOfWeek,
        week_in_cycle: weekInCycle,
        extra,
      })),
    ),
  );
  await insertRows(
    database,
    'day_configuration',
    parts.map(({ bell_schedule_id, position, configuration }) => {
      const { id, dayIds, periods: _, breaks: __, ...extra } = configuration;
      return { version_id, bell_schedule_id, position, id, day_ids: dayIds, extra };
    }),
  );
  await insertRows(
    database,
    'period',
    parts.flatMap(({ bell_schedule_id, position: configuration_position, configuration }) =>
      configuration.periods.map(({ id, name, startTime, endTime, ...extra }, position) => ({
        version_id,
        bell_schedule_id,
        configuration_position,
        position,
        id,
        name,
        start_time: startTime,
        end_time: endTime,
        extra,
      })),
    ),
  );
  await insertRows(
    database,
    'break',
    parts.flatMap(({ bell_schedule_id, position: configuration_position, configuration }) =>
      configuration.breaks.map(({ id, name, startTime, endTime, followsPeriodIndex, ...extra }, position) => ({
        version_id,
        bell_schedule_id,
        configuration_position,
        position,
        id,
        name,
        start_time: startTime,
        end_time: endTime,
        follows_period_index: followsPeriodIndex,
        extra,
      })),
    ),
  );
}
