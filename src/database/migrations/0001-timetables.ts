// The tables of the timetable editor and the dashboard, in the specification's words. Constraints say what is always
// true of a row by itself. References inside a version are localIds in arrays, without foreign keys: an entity may be
// gone from the organisation while lessons still name it, and a version with a dangling reference is withheld by the
// publisher with its reason, where a refused INSERT would only lose the school's work.

import { type Kysely, sql } from 'kysely';

const id = "'^[A-Za-z0-9_-]{1,64}$'";

const statements = /* sql */ `
create table organisation (
  id text primary key check (id ~ '^[a-z0-9_-]{1,64}$'),
  name text not null,
  access text not null default 'active' check (access in ('active', 'locked', 'suspended')),
  locked_because text check (locked_because in ('trial_ended', 'plan_ended', 'payment_failed')),
  api_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  check ((access = 'locked') = (locked_because is not null))
);

create table api_key (
  id text primary key check (id ~ ${id}),
  organisation_id text not null references organisation on delete cascade,
  name text not null,
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index on api_key (organisation_id);

-- Entities of the organisation, by entity id. Removing one sets is_active to false; deleting its row leaves an Unknown.
create table teacher (
  organisation_id text not null references organisation on delete cascade,
  id text not null check (id ~ ${id}),
  external_id text, name text not null, short_name text not null, color text, is_active boolean not null default true,
  primary key (organisation_id, id)
);
create table subject (
  organisation_id text not null references organisation on delete cascade,
  id text not null check (id ~ ${id}),
  external_id text, name text not null, short_name text not null, color text, is_active boolean not null default true,
  primary key (organisation_id, id)
);
create table class (
  organisation_id text not null references organisation on delete cascade,
  id text not null check (id ~ ${id}),
  external_id text, name text not null, short_name text not null, color text, is_active boolean not null default true,
  primary key (organisation_id, id)
);
create table room (
  organisation_id text not null references organisation on delete cascade,
  id text not null check (id ~ ${id}),
  external_id text, name text not null, short_name text not null, color text, is_active boolean not null default true,
  capacity double precision not null default 0, building_name text not null default '',
  primary key (organisation_id, id)
);
create table student (
  organisation_id text not null references organisation on delete cascade,
  id text not null check (id ~ ${id}),
  external_id text, name text not null, short_name text not null, color text,
  primary key (organisation_id, id)
);
create table course (
  organisation_id text not null references organisation on delete cascade,
  id text not null check (id ~ ${id}),
  name text not null, course_code text,
  primary key (organisation_id, id)
);
create table room_group (
  organisation_id text not null references organisation on delete cascade,
  id text not null check (id ~ ${id}),
  name text not null,
  primary key (organisation_id, id)
);
create table room_group_member (
  organisation_id text not null,
  room_group_id text not null,
  position integer not null,
  room_id text not null check (room_id ~ ${id}),
  primary key (organisation_id, room_group_id, position),
  foreign key (organisation_id, room_group_id) references room_group on delete cascade
);

-- A timetable; its id is the groupId that its versions share.
create table timetable (
  id text primary key check (id ~ ${id}),
  organisation_id text not null references organisation on delete cascade,
  name text
);
create index on timetable (organisation_id);

create table timetable_version (
  id text primary key check (id ~ ${id}),
  timetable_id text not null references timetable on delete cascade,
  version_number double precision not null,
  version_name text,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published')),
  is_current boolean not null default false,
  is_autosave boolean not null default false,
  published_at timestamptz,
  effective_from integer check (make_date(effective_from / 10000, effective_from / 100 % 100, effective_from % 100) > '0001-01-01'),
  effective_to integer check (make_date(effective_to / 10000, effective_to / 100 % 100, effective_to % 100) > '0001-01-01'),
  scheduling_mode text not null default 'standard' check (scheduling_mode in ('standard', 'student-level')),
  section_settings jsonb check (jsonb_typeof(section_settings) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'published') = (published_at is not null)),
  check ((status = 'published') = (effective_from is not null)),
  check (effective_to >= effective_from)
);
create index on timetable_version (timetable_id);

-- What one version holds. Its entities: localId, entity id, and what the version alone knows of them.
create table version_teacher (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, entity_id text not null check (entity_id ~ ${id}), position integer not null,
  max_periods double precision,
  primary key (version_id, local_id)
);
create table version_subject (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, entity_id text not null check (entity_id ~ ${id}), position integer not null,
  primary key (version_id, local_id)
);
create table version_class (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, entity_id text not null check (entity_id ~ ${id}), position integer not null,
  class_teacher_id text, bell_schedule_id text,
  primary key (version_id, local_id)
);
create table version_room (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, entity_id text not null check (entity_id ~ ${id}), position integer not null,
  primary key (version_id, local_id)
);
create table version_student (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, entity_id text not null check (entity_id ~ ${id}), position integer not null,
  class_id text, course_ids text[] not null default '{}',
  primary key (version_id, local_id)
);
create table version_course (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, entity_id text not null check (entity_id ~ ${id}), position integer not null,
  teacher_ids text[] not null default '{}', room_ids text[] not null default '{}',
  room_group_ids text[] not null default '{}', room_variation text,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  primary key (version_id, local_id)
);
-- Name and members as they were at publication. A draft shows the organisation's group as it is now instead.
create table version_room_group (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, entity_id text not null check (entity_id ~ ${id}), position integer not null,
  name text not null, member_ids text[] not null default '{}',
  primary key (version_id, local_id)
);

create table bell_schedule (
  version_id text not null references timetable_version on delete cascade,
  id text not null, position integer not null,
  name text not null, is_default boolean not null, schedule_type text not null, cycle_length integer not null default 1,
  extra jsonb not null default '{}' check (jsonb_typeof(extra) = 'object'),
  primary key (version_id, id)
);
create table bell_day (
  version_id text not null, bell_schedule_id text not null,
  id text not null, position integer not null,
  label text not null, short_label text not null, day_of_week integer not null, week_in_cycle integer,
  extra jsonb not null default '{}' check (jsonb_typeof(extra) = 'object'),
  primary key (version_id, bell_schedule_id, id),
  foreign key (version_id, bell_schedule_id) references bell_schedule on delete cascade
);
create table day_configuration (
  version_id text not null, bell_schedule_id text not null,
  position integer not null, id text not null,
  day_ids text[] not null default '{}',
  extra jsonb not null default '{}' check (jsonb_typeof(extra) = 'object'),
  primary key (version_id, bell_schedule_id, position),
  foreign key (version_id, bell_schedule_id) references bell_schedule on delete cascade
);
-- Periods and breaks belong to the day configuration at that position of the schedule.
create table period (
  version_id text not null, bell_schedule_id text not null, configuration_position integer not null,
  position integer not null, id text not null,
  name text not null, start_time text not null, end_time text not null,
  extra jsonb not null default '{}' check (jsonb_typeof(extra) = 'object'),
  primary key (version_id, bell_schedule_id, configuration_position, position),
  foreign key (version_id, bell_schedule_id, configuration_position) references day_configuration on delete cascade
);
create table break (
  version_id text not null, bell_schedule_id text not null, configuration_position integer not null,
  position integer not null, id text not null,
  name text not null, start_time text not null, end_time text not null, follows_period_index integer not null,
  extra jsonb not null default '{}' check (jsonb_typeof(extra) = 'object'),
  primary key (version_id, bell_schedule_id, configuration_position, position),
  foreign key (version_id, bell_schedule_id, configuration_position) references day_configuration on delete cascade
);

create table lesson (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, position integer not null,
  distribution_group_id text,
  primary key (version_id, local_id)
);
create table lesson_group (
  version_id text not null, lesson_local_id text not null,
  id text not null, position integer not null,
  name text,
  teacher_ids text[] not null default '{}', class_ids text[] not null default '{}',
  subject_ids text[] not null default '{}', student_ids text[] not null default '{}',
  room_mode text not null default 'none' check (room_mode in ('all', 'any', 'none')),
  room_ids text[] not null default '{}', room_candidate_ids text[] not null default '{}',
  room_group_ids text[] not null default '{}', room_variation text check (room_variation in ('same', 'vary')),
  primary key (version_id, lesson_local_id, id),
  foreign key (version_id, lesson_local_id) references lesson on delete cascade
);
create table lesson_configuration (
  version_id text not null, lesson_local_id text not null,
  position integer not null, id text not null,
  frequency integer not null, length integer not null,
  primary key (version_id, lesson_local_id, position),
  foreign key (version_id, lesson_local_id) references lesson on delete cascade
);
create table lesson_unit (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, position integer not null,
  lesson_local_id text not null, section_local_id text,
  day_id text, period_index integer,
  span_id text, parallel_group_id text, parallel_group_name text, group_name text, distribution_group_id text,
  lesson_group_id text, room_picked_by text check (room_picked_by in ('system', 'user')),
  locked boolean not null default false, lock_reason text,
  teacher_ids text[] not null default '{}', class_ids text[] not null default '{}',
  subject_ids text[] not null default '{}', room_ids text[] not null default '{}',
  student_ids text[] not null default '{}',
  primary key (version_id, local_id)
);
create table section (
  version_id text not null references timetable_version on delete cascade,
  local_id text not null, position integer not null,
  name text not null, course_local_id text not null, capacity double precision,
  is_auto_generated boolean not null default false, parallel_group_id text,
  teacher_ids text[] not null default '{}', room_ids text[] not null default '{}',
  room_picked_by text check (room_picked_by in ('system', 'user')), student_ids text[] not null default '{}',
  primary key (version_id, local_id)
);
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(database);
}
