// The functions of the database, in the order in which they are made. Each is a file `<room>/<name>.sql` beside this one, which holds
// its only body: whoever changes a function edits that file, and `migrate` replaces it (replace-functions.ts). They are listed, not
// found in the folder, so that only reviewed code runs against a school's database. A function with other parameters is
// another one for PostgreSQL: a migration drops the former.

export const functionNames: Readonly<Record<string, readonly string[]>> = {
  webhooks: ['key_event', 'enqueue_webhook_events', 'keep_webhook'],
  queue: [
    ...['is_known_organisation', 'enqueue_named', 'mark_changed', 'mark_access_changed', 'mark_truncated'],
    ...['mark_organisation', 'mark_key', 'mark_timetable', 'mark_version', 'mark_version_content'],
    ...['enqueue_changed_versions', 'enqueue_mark', 'wait_for_changes', 'forget_publications'],
  ],
  entities: [
    ...['mark_teacher', 'mark_subject', 'mark_class', 'mark_room', 'mark_student', 'mark_course', 'mark_room_group'],
    'mark_room_group_member',
  ],
  calendar: ['mark_calendar', 'mark_calendar_truncated', 'mark_calendar_changed'],
  days: [
    ...['stamp_day', 'mark_days', 'mark_days_truncated', 'mark_days_changed', 'mark_teachers_in_changes', 'bound_days'],
    ...['audit_days_changed', 'audit_days', 'day_names', 'replace_days', 'forget_past_days'],
  ],
  ids: [
    ...['draw_handle', 'keep_handle', 'keep_organisation_id', 'assert_own_id', 'keep_timetable_id', 'keep_version_id'],
    ...['name_version', 'mark_timetable_moved', 'mark_version_moved'],
  ],
  keys: [
    ...['api_key_text', 'random_bytes', 'create_api_key', 'revoke_api_key', 'record_key_authors', 'keep_key_owner'],
  ],
  links: [
    ...['link_token_text', 'create_link', 'revoke_link', 'record_link_authors', 'enqueue_links', 'mark_link'],
    ...['mark_link_truncated', 'mark_name', 'end_links'],
  ],
  admins: [
    ...['author', 'record_admin_authors', 'keep_revoked', 'keep_revoked_api_key', 'keep_revoked_link'],
    ...['keep_revoked_admin', 'refuse_revoked'],
  ],
  audit: [
    ...['audit_actor', 'audit_moment', 'audit_difference', 'audit_organisation', 'audit_api_key', 'audit_link'],
    ...['audit_admin', 'audit_calendar', 'audit_calendar_part', 'audit_store_binding', 'audit_truncated'],
    ...['record_audit', 'prune_audit', 'webhook_state_of', 'audit_webhook'],
  ],
  bounds: ['bound_keys', 'bound_links', 'bound_admins', 'bound_timetables', 'bound_versions', 'bound_webhooks'],
};
