-- The roles of Belfry's programs and commands, and what each may do. Run it once the tables are there (`migrate`), as a superuser, or
-- as their owner with the right to create roles. Leave out what you do not run.

create role belfry_editor login;         -- your timetable editor
create role belfry_dashboard login;      -- your dashboard: organisations, their access, their keys
create role belfry_publisher login;      -- `npm run watch`, `build`, `bind`, `status`, `rollback` and `forget`
create role belfry_import login;         -- `npm run import`, `export`, `calendar`, `days`, `timetables publish` and `rename`
create role belfry_keys login;           -- `npm run keys`
create role belfry_links login;          -- `npm run links`
create role belfry_organisations login;  -- `npm run organisations`
create role belfry_control login;        -- `npm run dashboard`, which does what all of these do, for those who sign in
create role belfry_admins login;         -- `npm run admins` and `audit-log`: who may sign in

grant select on
  teacher, subject, class, room, student, course, room_group, room_group_member, timetable, timetable_version,
  version_teacher, version_subject, version_class, version_room, version_student, version_course, version_room_group,
  bell_schedule, bell_day, day_configuration, period, break,
  lesson, lesson_group, lesson_configuration, lesson_unit, section
  to belfry_editor, belfry_publisher, belfry_import, belfry_control;
grant insert on
  teacher, subject, class, room, student, course, room_group, room_group_member, timetable, timetable_version,
  version_teacher, version_subject, version_class, version_room, version_student, version_course, version_room_group,
  bell_schedule, bell_day, day_configuration, period, break,
  lesson, lesson_group, lesson_configuration, lesson_unit, section
  to belfry_editor, belfry_import, belfry_control;
grant update, delete on
  teacher, subject, class, room, student, course, room_group, room_group_member, timetable, timetable_version,
  version_teacher, version_subject, version_class, version_room, version_student, version_course, version_room_group,
  bell_schedule, bell_day, day_configuration, period, break,
  lesson, lesson_group, lesson_configuration, lesson_unit, section
  to belfry_editor;
grant update on teacher, subject, class, room, student, course, room_group, timetable to belfry_import, belfry_control;
grant delete on room_group_member, timetable_version to belfry_import, belfry_control;
grant update (is_current, effective_to) on timetable_version
  to belfry_import, belfry_control;  -- to end what applied until a version that is published
grant select on calendar, calendar_term, calendar_closure, calendar_anchor, calendar_exception, day_change, day_note, day_absence
  to belfry_editor, belfry_publisher, belfry_import, belfry_control;
grant insert, update, delete on calendar, calendar_term, calendar_closure, calendar_anchor, calendar_exception, day_change, day_note, day_absence
  to belfry_editor, belfry_import, belfry_control;
grant select on calendar to belfry_organisations;

grant select on organisation, api_key, link
  to belfry_dashboard, belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control;
grant select on link_ended
  to belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control;
grant insert, update, delete on organisation, api_key, link to belfry_dashboard;
grant insert on organisation to belfry_import, belfry_organisations, belfry_control;
grant delete, update (name, access, locked_because, api_enabled, teachers_in_changes_keys, teachers_in_changes_links) on organisation
  to belfry_organisations, belfry_control;
grant select on timetable, timetable_version to belfry_organisations;  -- to publish the list of a new organisation
grant insert, update (revoked_at, expires_at) on api_key to belfry_keys;
grant insert, update (name, revoked_at, expires_at) on api_key to belfry_control;
grant insert, update (revoked_at) on link to belfry_links, belfry_control;
grant select on class, teacher, room, student, timetable, timetable_version,
  version_class, version_teacher, version_room, version_student to belfry_links;  -- to find what a link shows

-- These commands publish from the queue, while they hold the organisation's lease.
grant select, insert, delete on pending_change
  to belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control;
grant select, delete on changed_version
  to belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control;
grant select, insert, update on publish_lease
  to belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control;
grant delete on publish_lease to belfry_publisher, belfry_organisations, belfry_control;  -- when an organisation was deleted
grant execute on function wait_for_changes to belfry_publisher;           -- `watch` waits inside the server
grant execute on function forget_past_days to belfry_publisher, belfry_control;  -- removes what is over for four weeks, and nothing else

-- Commands that publish timetables record what readers get; the editor may ask.
grant select, insert, update, delete on publication to belfry_publisher, belfry_import, belfry_organisations, belfry_control;
grant select on version_publication to belfry_editor;

-- All of them check that the tables are those of their release.
grant select on kysely_migration
  to belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control, belfry_admins;

-- All of them check that they publish to the store of this database; the publisher's first build binds the two.
grant select on store_binding
  to belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control;
grant insert, update on store_binding to belfry_publisher;

-- Removals that need approval are moved here.
grant select, insert on held_removal
  to belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control;
grant delete on held_removal to belfry_publisher, belfry_organisations, belfry_control;

-- To enqueue changes that no trigger sees.
grant execute on function mark_changed, mark_calendar_changed, mark_days_changed to belfry_editor;
grant execute on function replace_days, day_names to belfry_editor, belfry_import, belfry_control;
grant execute on function mark_access_changed to belfry_dashboard;

-- To create and revoke keys. A role with these needs no right on the table api_key.
grant execute on function create_api_key, revoke_api_key to belfry_dashboard;
-- The same for links, and to find the classes that have none.
grant execute on function create_link, revoke_link to belfry_dashboard;
grant select (organisation_id, id, name) on class to belfry_dashboard;

-- Who may sign in to the dashboard. It makes no admins itself.
grant select, insert, update (revoked_at) on admin to belfry_admins;
grant select on organisation to belfry_admins;
grant select on admin to belfry_control;
grant select, insert, delete on admin_session to belfry_control;
grant select, insert, update, delete on control_idempotency to belfry_control;

-- The audit. Triggers write it, so nobody needs a grant to be audited; what is no row is recorded through the function.
grant select on audit to belfry_control, belfry_admins;
grant execute on function record_audit to belfry_control, belfry_publisher, belfry_import;
grant execute on function prune_audit to belfry_control;  -- removes what is older than a year, and nothing else

-- Webhooks. What publishes tells of it through the function; the publisher's `watch` sends, and it alone reads the secrets.
grant execute on function enqueue_webhook_events
  to belfry_publisher, belfry_import, belfry_keys, belfry_links, belfry_organisations, belfry_control;
grant select on webhook, webhook_secret to belfry_publisher;
grant select, insert, update, delete on webhook_event, webhook_delivery, webhook_state to belfry_publisher;
grant select, insert, delete, update (url, description, events, enabled, rotated_at) on webhook to belfry_control;
grant select (webhook_id, ends_at), insert, delete, update (ends_at) on webhook_secret to belfry_control;
grant select, insert on webhook_event to belfry_control;  -- a test, and what is sent once more
grant select on webhook_delivery, webhook_state to belfry_control;
