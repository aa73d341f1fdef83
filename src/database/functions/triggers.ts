// The triggers of the database. `migrate` makes those that are missing, after the functions (create-missing-triggers.ts), and `doctor`
// looks whether each exists and is enabled. It replaces none: a migration that changes a trigger drops it.

export type Trigger = {
  table: string;
  name: string;
  /** What of a definition stands before the name of the table, and what after it. */
  fires: string;
  each: string;
  /** The function, without parameters. */
  calls: string;
  /** Checked at the end of the transaction. */
  isDeferred?: boolean;
  /** Also fires in an apply worker of logical replication. */
  isAlways?: boolean;
};

/** Tables whose rows belong to one version. */
const versionTables = [
  ...['version_teacher', 'version_subject', 'version_class', 'version_room', 'version_student', 'version_course'],
  ...['version_room_group', 'bell_schedule', 'bell_day', 'day_configuration', 'period', 'break'],
  ...['lesson', 'lesson_group', 'lesson_configuration', 'lesson_unit', 'section'],
];
const entityTables = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'];
const dayTables = ['day_change', 'day_note', 'day_absence'];
const calendarParts = ['calendar_term', 'calendar_closure', 'calendar_anchor', 'calendar_exception'];

const perStatement = (rows: string) => `referencing ${rows} for each statement`;

/** Of each statement that changes rows: those from before are `deleted`, and those from after are `inserted`. */
const ofChanges = (table: string, prefix: string, calls: string, ofTruncate: string): Trigger[] => [
  { table, name: `${prefix}_insert`, fires: 'after insert', each: perStatement('new table as inserted'), calls },
  { table, name: `${prefix}_delete`, fires: 'after delete', each: perStatement('old table as deleted'), calls },
  {
    ...{ table, name: `${prefix}_update`, fires: 'after update', calls },
    each: perStatement('old table as deleted new table as inserted'),
  },
  { table, name: `${prefix}_truncate`, fires: 'before truncate', each: 'for each statement', calls: ofTruncate },
];

/** Rows beyond a bound are refused whichever way they come. */
const ofBound = (table: string, calls: string): Trigger[] => [
  { table, name: `${calls}_inserted`, fires: 'after insert', each: perStatement('new table as changed'), calls },
  { table, name: `${calls}_updated`, fires: 'after update', each: perStatement('new table as changed'), calls },
];

const ofRow = (table: string, calls: string, fires: string, condition?: string): Trigger => ({
  ...{ table, name: calls, fires, calls },
  each: condition === undefined ? 'for each row' : `for each row when (${condition})`,
});

const queue: Trigger[] = [
  ...[...entityTables, 'room_group_member', 'timetable'].flatMap((table) =>
    ofChanges(table, 'mark', `mark_${table}`, 'mark_truncated'),
  ),
  ...ofChanges('timetable_version', 'mark', 'mark_version', 'mark_truncated'),
  ...versionTables.flatMap((table) => ofChanges(table, 'mark', 'mark_version_content', 'mark_truncated')),
  ...ofChanges('organisation', 'mark', 'mark_organisation', 'mark_truncated'),
  ...ofChanges('api_key', 'mark', 'mark_key', 'mark_truncated'),
  ...['calendar', ...calendarParts].flatMap((table) =>
    ofChanges(table, 'mark', 'mark_calendar', 'mark_calendar_truncated'),
  ),
  ...dayTables.flatMap((table) => ofChanges(table, 'mark', 'mark_days', 'mark_days_truncated')),
  ...ofChanges('link', 'mark', 'mark_link', 'mark_link_truncated'),
  ofRow('organisation', 'mark_name', 'after update of name', 'old.name is distinct from new.name'),
  ofRow(
    'organisation',
    'mark_teachers_in_changes',
    'after update of teachers_in_changes_keys, teachers_in_changes_links',
    'old.teachers_in_changes_keys <> new.teachers_in_changes_keys or old.teachers_in_changes_links <> new.teachers_in_changes_links',
  ),
  {
    ...ofRow('timetable', 'mark_timetable_moved', 'after update of organisation_id'),
    ...{ name: 'mark_moved', each: 'for each row when (old.organisation_id <> new.organisation_id)' },
  },
  {
    ...ofRow('timetable_version', 'mark_version_moved', 'after update of timetable_id'),
    ...{ name: 'mark_moved', each: 'for each row when (old.timetable_id <> new.timetable_id)' },
  },
  { ...ofRow('belfry_mark', 'enqueue_mark', 'after insert'), isAlways: true },
  // A row's id that has a handle; whatever else has a dot is none, and is refused.
  ofRow(
    'pending_change',
    'name_version',
    'before insert',
    "new.what = 'version' and new.subject ~ '^[0-9a-z]{12}[.][A-Za-z0-9_-]{1,64}$'",
  ),
  {
    ...ofRow('changed_version', 'enqueue_changed_versions', 'after delete'),
    each: perStatement('old table as deleted'),
  },
  { ...ofRow('publish_lease', 'forget_publications', 'after delete'), each: perStatement('old table as deleted') },
];

const owners: Trigger[] = [
  ofRow('organisation', 'draw_handle', 'before insert'),
  ofRow('organisation', 'keep_handle', 'before update of handle', 'old.handle is distinct from new.handle'),
  ofRow('organisation', 'keep_organisation_id', 'before update', 'old.id <> new.id'),
  ofRow('api_key', 'keep_key_owner', 'before update', 'old.organisation_id <> new.organisation_id'),
  ofRow('api_key', 'record_key_authors', 'before insert or update'),
  ...dayTables.map((table) => ofRow(table, 'stamp_day', 'before insert or update')),
  ofRow('link', 'record_link_authors', 'before insert or update'),
  ofRow('admin', 'record_admin_authors', 'before insert or update'),
  ofRow('webhook', 'keep_webhook', 'before insert or update'),
  {
    ...ofRow('timetable', 'keep_timetable_id', 'after insert or update of id, organisation_id'),
    isDeferred: true,
  },
  {
    ...ofRow('timetable_version', 'keep_version_id', 'after insert or update of id, timetable_id'),
    isDeferred: true,
  },
];

/** Without these a link would go on when what it shows is deleted. */
const ends = ['class', 'teacher', 'room', 'student'].flatMap((table) =>
  ofChanges(table, 'end_links', 'end_links', 'end_links'),
);

/** Without these what was revoked may be valid again. */
const revocations = ['api_key', 'link', 'admin'].flatMap((table): Trigger[] => [
  { ...ofRow(table, 'keep_revoked', 'after delete'), each: perStatement('old table as deleted') },
  {
    ...{ table, name: 'keep_revoked_truncate', fires: 'before truncate', each: 'for each statement' },
    calls: `keep_revoked_${table}`,
  },
  { ...ofRow(table, 'refuse_revoked', 'after insert'), each: perStatement('new table as inserted') },
]);

const bounds: Trigger[] = [
  ...ofBound('api_key', 'bound_keys'),
  ...ofBound('link', 'bound_links'),
  ...ofBound('timetable', 'bound_timetables'),
  ...ofBound('webhook', 'bound_webhooks'),
  ...dayTables.flatMap((table) => ofBound(table, 'bound_days')),
  { ...ofRow('admin', 'bound_admins', 'after insert'), each: 'for each statement' },
  { ...ofRow('timetable_version', 'bound_versions', 'after insert or update of timetable_id'), isDeferred: true },
];

/** Without these nobody can say who changed something. */
const audits: Trigger[] = [
  ...['organisation', 'api_key', 'link', 'admin', 'calendar'].flatMap((table) =>
    ofChanges(table, 'audit', `audit_${table}`, 'audit_truncated'),
  ),
  ...calendarParts.flatMap((table) => ofChanges(table, 'audit', 'audit_calendar_part', 'audit_truncated')),
  ...dayTables.flatMap((table) => ofChanges(table, 'audit', 'audit_days', 'audit_truncated')),
  { ...ofRow('store_binding', 'audit_store_binding', 'after update'), name: 'audit_update' },
  ofRow('webhook', 'audit_webhook', 'after insert or update or delete'),
];

export const triggers: readonly Trigger[] = [...queue, ...owners, ...ends, ...revocations, ...bounds, ...audits];
