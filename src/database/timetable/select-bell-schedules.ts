// The bell schedules of a version with their days, day configurations, periods and breaks, as nested JSON arrays, the
// default schedule first.

import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tables, VersionBuilder } from '../tables.ts';

type ScheduleBuilder = ExpressionBuilder<Tables & { schedule: Tables['bell_schedule'] }, 'schedule'>;
type ConfigurationBuilder = ExpressionBuilder<Tables & { configuration: Tables['day_configuration'] }, 'configuration'>;

export const bellSchedules = (version: VersionBuilder) =>
  jsonArrayFrom(
    version
      .selectFrom('bell_schedule as schedule')
      .whereRef('schedule.version_id', '=', 'version.id')
      .select(['schedule.id', 'schedule.name', 'schedule.is_default as isDefault', 'schedule.extra'])
      .select(['schedule.schedule_type as scheduleType', 'schedule.cycle_length as cycleLength'])
      .select((schedule) => [days(schedule).as('days'), dayConfigurations(schedule).as('dayConfigurations')])
      .orderBy('schedule.is_default', 'desc')
      .orderBy('schedule.position')
      .orderBy(sql`schedule.id collate "C"`),
  );

const days = (schedule: ScheduleBuilder) =>
  jsonArrayFrom(
    schedule
      .selectFrom('bell_day as day')
      .whereRef('day.version_id', '=', 'schedule.version_id')
      .whereRef('day.bell_schedule_id', '=', 'schedule.id')
      .select(['day.id', 'day.label', 'day.short_label as shortLabel', 'day.extra'])
      .select(['day.day_of_week as dayOfWeek', 'day.week_in_cycle as weekInCycle'])
      .orderBy('day.position')
      .orderBy(sql`day.id collate "C"`),
  );

const dayConfigurations = (schedule: ScheduleBuilder) =>
  jsonArrayFrom(
    schedule
      .selectFrom('day_configuration as configuration')
      .whereRef('configuration.version_id', '=', 'schedule.version_id')
      .whereRef('configuration.bell_schedule_id', '=', 'schedule.id')
      .select(['configuration.id', 'configuration.day_ids as dayIds', 'configuration.extra'])
      .select((configuration) => [periods(configuration).as('periods'), breaks(configuration).as('breaks')])
      .orderBy('configuration.position'),
  );

const periods = (configuration: ConfigurationBuilder) =>
  jsonArrayFrom(
    configuration
      .selectFrom('period')
      .whereRef('period.version_id', '=', 'configuration.version_id')
      .whereRef('period.bell_schedule_id', '=', 'configuration.bell_schedule_id')
      .whereRef('period.configuration_position', '=', 'configuration.position')
      .select(['id', 'name', 'start_time as startTime', 'end_time as endTime', 'extra'])
      .orderBy('period.position'),
  );

const breaks = (configuration: ConfigurationBuilder) =>
  jsonArrayFrom(
    configuration
      .selectFrom('break')
      .whereRef('break.version_id', '=', 'configuration.version_id')
      .whereRef('break.bell_schedule_id', '=', 'configuration.bell_schedule_id')
      .whereRef('break.configuration_position', '=', 'configuration.position')
      .select(['id', 'name', 'start_time as startTime', 'end_time as endTime', 'extra'])
      .select('follows_period_index as followsPeriodIndex')
      .orderBy('break.position'),
  );
