// The tables as kysely sees them: one type a table, column for column as the migrations create them.

import type { ColumnType, ExpressionBuilder, Generated, JSONColumnType } from 'kysely';

type Moment = ColumnType<Date, string | undefined, string>;
type NullableMoment = ColumnType<Date | null, string | null | undefined, string | null>;
/** A JSON object. It is written as JSON text. */
type JsonObject = JSONColumnType<Record<string, unknown>>;

type Entity = { organisation_id: string; id: string };
type NamedEntity = Entity & {
  external_id: string | null;
  name: string;
  short_name: string;
  color: string | null;
  is_active: boolean;
};
type VersionEntity = { version_id: string; local_id: string; entity_id: string; position: number };
type BellPart = { version_id: string; bell_schedule_id: string; position: number; id: string; extra: JsonObject };
type ClockPart = BellPart & { configuration_position: number; name: string; start_time: string; end_time: string };
type LessonPart = { version_id: string; lesson_local_id: string; position: number; id: string };

export type Tables = {
  organisation: {
    id: string;
    name: string;
    access: Generated<'active' | 'locked' | 'suspended'>;
    locked_because: 'trial_ended' | 'plan_ended' | 'payment_failed' | null;
    api_enabled: Generated<boolean>;
    /** Drawn by the database, and never changed. */
    handle: Generated<string>;
    created_at: Moment;
  };
  api_key: {
    id: string;
    organisation_id: string;
    name: string;
    sha256: string;
    created_at: Moment;
    expires_at: NullableMoment;
    revoked_at: NullableMoment;
  };
  teacher: NamedEntity;
  subject: NamedEntity;
  class: NamedEntity;
  room: NamedEntity & { capacity: number; building_name: string };
  student: Omit<NamedEntity, 'is_active'>;
  course: Entity & { name: string; course_code: string | null };
  room_group: Entity & { name: string };
  room_group_member: { organisation_id: string; room_group_id: string; position: number; room_id: string };
  timetable: { id: string; organisation_id: string; name: string | null };
  timetable_version: {
    id: string;
    timetable_id: string;
    version_number: number;
    version_name: string | null;
    description: string;
    status: string;
    is_current: boolean;
    is_autosave: boolean;
    published_at: NullableMoment;
    effective_from: number | null;
    effective_to: number | null;
    scheduling_mode: string;
    section_settings: JSONColumnType<Record<string, unknown> | null>;
    created_at: Moment;
    updated_at: Moment;
  };
  version_teacher: VersionEntity & { max_periods: number | null };
  version_subject: VersionEntity;
  version_class: VersionEntity & { class_teacher_id: string | null; bell_schedule_id: string | null };
  version_room: VersionEntity;
  version_student: VersionEntity & { class_id: string | null; course_ids: string[] };
  version_course: VersionEntity & {
    teacher_ids: string[];
    room_ids: string[];
    room_group_ids: string[];
    room_variation: string | null;
    settings: JsonObject;
  };
  version_room_group: VersionEntity & { name: string; member_ids: string[] };
  bell_schedule: {
    version_id: string;
    id: string;
    position: number;
    name: string;
    is_default: boolean;
    schedule_type: string;
    cycle_length: number;
    extra: JsonObject;
  };
  bell_day: BellPart & { label: string; short_label: string; day_of_week: number; week_in_cycle: number | null };
  day_configuration: BellPart & { day_ids: string[] };
  period: ClockPart;
  break: ClockPart & { follows_period_index: number };
  lesson: { version_id: string; local_id: string; position: number; distribution_group_id: string | null };
  lesson_group: LessonPart & {
    name: string | null;
    teacher_ids: string[];
    class_ids: string[];
    subject_ids: string[];
    student_ids: string[];
    room_mode: string;
    room_ids: string[];
    room_candidate_ids: string[];
    room_group_ids: string[];
    room_variation: string | null;
  };
  lesson_configuration: LessonPart & { frequency: number; length: number };
  lesson_unit: {
    version_id: string;
    local_id: string;
    position: number;
    lesson_local_id: string;
    section_local_id: string | null;
    day_id: string | null;
    period_index: number | null;
    span_id: string | null;
    parallel_group_id: string | null;
    parallel_group_name: string | null;
    group_name: string | null;
    distribution_group_id: string | null;
    lesson_group_id: string | null;
    room_picked_by: string | null;
    locked: boolean;
    lock_reason: string | null;
    teacher_ids: string[];
    class_ids: string[];
    subject_ids: string[];
    room_ids: string[];
    student_ids: string[];
  };
  section: {
    version_id: string;
    local_id: string;
    position: number;
    name: string;
    course_local_id: string;
    capacity: number | null;
    is_auto_generated: boolean;
    parallel_group_id: string | null;
    teacher_ids: string[];
    room_ids: string[];
    room_picked_by: string | null;
    student_ids: string[];
  };
  pending_change: {
    /** A bigint, which arrives as text. */
    seq: Generated<string>;
    organisation_id: string;
    what: 'access' | 'key' | 'version' | 'list' | 'organisation';
    subject: string | null;
    changed_at: Moment;
    /** The transaction that added the entry: its xid8 as text, and when it began; null in entries of release 0.1. */
    transaction_id: Generated<string | null>;
    transaction_began: Generated<Date | null>;
  };
  /** A row that arrives from a primary; its trigger enqueues it. */
  belfry_mark: {
    id: Generated<string>;
    organisation_id: string;
    what: string;
    subject: string | null;
  };
  store_binding: {
    only_row: Generated<boolean>;
    database_id: string;
    store_id: string | null;
    store_location: string | null;
  };
  held_removal: {
    organisation_id: string;
    what: 'organisation' | 'key';
    subject: string;
    changed_at: Moment;
  };
  publish_lease: {
    organisation_id: string;
    kind: 'access' | 'documents';
    failures: Generated<number>;
    last_error: string | null;
    retry_at: NullableMoment;
    withheld: Generated<number>;
    rolled_back: Generated<boolean>;
  };
};

/** What the parts of the statement that reads a version are built on: the version and its timetable. */
export type VersionBuilder = ExpressionBuilder<
  Tables & { version: Tables['timetable_version'] },
  'version' | 'timetable'
>;
