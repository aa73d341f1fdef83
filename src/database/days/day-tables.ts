// The tables of what is different on single days as kysely sees them, a part of tables.ts.

import type { ColumnType, Generated } from 'kysely';

/** Whom readers see of the teachers in changes: all; the new ones, but not who is replaced; or none. */
export type TeachersInChanges = 'all' | 'substitute' | 'none';

/** A trigger sets it when the row really changes. */
type ChangedAt = ColumnType<Date, never, never>;

export type DayTables = {
  day_change: {
    organisation_id: string;
    date: number;
    ref: string;
    lesson_id: string | null;
    lesson_start_time: string | null;
    lesson_period_index: number | null;
    lesson_subjects: string[] | null;
    lesson_teachers: string[] | null;
    lesson_classes: string[] | null;
    lesson_rooms: string[] | null;
    whole_lesson: Generated<boolean>;
    cancelled: Generated<boolean>;
    move_date: number | null;
    move_start_time: string | null;
    move_end_time: string | null;
    /** Those that replace the planned ones, or those of an added lesson. */
    subjects: string[] | null;
    teachers: string[] | null;
    classes: string[] | null;
    rooms: string[] | null;
    text: string | null;
    added_kind: string | null;
    added_start_time: string | null;
    added_end_time: string | null;
    even_if_closed: Generated<boolean>;
    changed_at: ChangedAt;
  };
  day_note: {
    /** A bigint, which arrives as text. */
    seq: Generated<string>;
    organisation_id: string;
    date: number;
    position: Generated<number>;
    text: string;
    /** Null: for everybody. */
    classes: string[] | null;
    changed_at: ChangedAt;
  };
  day_absence: { organisation_id: string; date: number; kind: string; entity: string; changed_at: ChangedAt };
};
