// The tables of an organisation's calendar as kysely sees them, a part of tables.ts.

import type { ColumnType, Generated } from 'kysely';

type CalendarPeriod = {
  organisation_id: string;
  id: string;
  position: Generated<number>;
  name: string;
  first_day: number;
  last_day: number;
};

export type CalendarTables = {
  calendar: {
    organisation_id: string;
    time_zone: string;
    school_days: Generated<number[]>;
    counting: string;
    /** The imported file; null where the rows were written by SQL. */
    file: string | null;
  };
  calendar_term: CalendarPeriod;
  calendar_closure: CalendarPeriod & { class_entity_ids: string[] | null };
  calendar_anchor: {
    organisation_id: string;
    date: number;
    position: Generated<number>;
    week: number | null;
    day: number | null;
  };
  calendar_exception: {
    /** A bigint, which arrives as text. */
    seq: Generated<string>;
    organisation_id: string;
    date: number;
    position: Generated<number>;
    name: string;
    kind: string;
    like_week: number | null;
    like_day_of_week: number | null;
    like_day: number | null;
    counts_in_cycle: Generated<boolean>;
    /** Times of periods, read as JSON and written as its text. */
    periods: ColumnType<Record<string, unknown>[] | null, string | null | undefined, string | null>;
    class_entity_ids: string[] | null;
  };
};
