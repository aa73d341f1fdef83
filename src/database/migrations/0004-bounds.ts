// How large a value may be, so that no row can end a publisher: names that nobody can read, JSON that no parser goes down
// into. NOT VALID, since a row from before must not stop the migration: it holds for what is written from now on. What
// stands there already, and many small rows that are too much together, the publisher withholds with their version.

import { type Kysely, sql } from 'kysely';

/** Bytes of a name or an id, of a person's reason, of a description, of a list of ids, of JSON; and levels of JSON. */
const bounds = { text: 4096, reason: 65_536, description: 1_048_576, list: 1_048_576, json: 262_144, levels: 50 };

const entity = ['external_id', 'name', 'short_name', 'color'];
const teaching = ['teacher_ids', 'class_ids', 'subject_ids', 'student_ids', 'room_ids'];

const texts: Record<string, string[]> = {
  organisation: ['name'],
  api_key: ['name'],
  teacher: entity,
  subject: entity,
  class: entity,
  room: [...entity, 'building_name'],
  student: entity,
  course: ['name', 'course_code'],
  room_group: ['name'],
  timetable: ['name'],
  timetable_version: ['version_name'],
  version_teacher: ['local_id'],
  version_subject: ['local_id'],
  version_class: ['local_id', 'class_teacher_id', 'bell_schedule_id'],
  version_room: ['local_id'],
  version_student: ['local_id', 'class_id'],
  version_course: ['local_id', 'room_variation'],
  version_room_group: ['local_id', 'name'],
  bell_schedule: ['id', 'name', 'schedule_type'],
  bell_day: ['id', 'label', 'short_label'],
  day_configuration: ['id'],
  period: ['id', 'name', 'start_time', 'end_time'],
  break: ['id', 'name', 'start_time', 'end_time'],
  lesson: ['local_id', 'distribution_group_id'],
  lesson_group: ['id', 'name'],
  lesson_configuration: ['id'],
  lesson_unit: [
    ...['local_id', 'lesson_local_id', 'section_local_id', 'day_id', 'span_id', 'lesson_group_id', 'group_name'],
    ...['parallel_group_id', 'parallel_group_name', 'distribution_group_id'],
  ],
  section: ['local_id', 'name', 'course_local_id', 'parallel_group_id'],
};

const lists: Record<string, string[]> = {
  version_student: ['course_ids'],
  version_course: ['teacher_ids', 'room_ids', 'room_group_ids'],
  version_room_group: ['member_ids'],
  day_configuration: ['day_ids'],
  lesson_group: [...teaching, 'room_candidate_ids', 'room_group_ids'],
  lesson_unit: teaching,
  section: ['teacher_ids', 'room_ids', 'student_ids'],
};

const json: Record<string, string> = {
  timetable_version: 'section_settings',
  version_course: 'settings',
  bell_schedule: 'extra',
  bell_day: 'extra',
  day_configuration: 'extra',
  period: 'extra',
  break: 'extra',
};

const constraint = (table: string, name: string, conditions: readonly string[]) =>
  `alter table "${table}" add constraint ${table}_${name} check (${conditions.join(' and ')}) not valid;`;
/** The size is known without unpacking the value. Null passes. */
const within = (most: number) => (column: string) => `octet_length(${column}) <= ${most}`;

const statements = [
  ...Object.entries(texts).map(([table, columns]) =>
    constraint(table, `texts_within_${bounds.text}_bytes`, columns.map(within(bounds.text))),
  ),
  ...Object.entries(lists).map(([table, columns]) =>
    constraint(
      table,
      `lists_within_${bounds.list}_bytes`,
      columns.map((column) => `pg_column_size(${column}) <= ${bounds.list}`),
    ),
  ),
  ...Object.entries(json).flatMap(([table, column]) => [
    constraint(table, `${column}_within_${bounds.json}_bytes`, [within(bounds.json)(`${column}::text`)]),
    // The path goes no deeper than it is told to, whatever it is given.
    constraint(table, `${column}_within_${bounds.levels}_levels`, [
      `not jsonb_path_exists(${column}, '$.**{${bounds.levels + 1} to last}')`,
    ]),
    // In JavaScript a name like no other: careless readers of a document would take it for the object's ancestor.
    constraint(table, `${column}_without_proto`, [
      `not jsonb_path_exists(${column}, '$.**{0 to ${bounds.levels}}."__proto__"')`,
    ]),
  ]),
  constraint('timetable_version', `description_within_${bounds.description}_bytes`, [
    within(bounds.description)('description'),
  ]),
  constraint('lesson_unit', `lock_reason_within_${bounds.reason}_bytes`, [within(bounds.reason)('lock_reason')]),
];

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statements.join('\n')).execute(database);
}
