-- The document of a version in standard mode as PostgreSQL alone makes it: the baseline of building. $1 is the version.
select json_build_object(
  'id', version.id,
  'name', coalesce(nullif(btrim(timetable.name), ''), 'Untitled'),
  'groupId', timetable.id,
  'versionNumber', version.version_number,
  'versionName', version.version_name,
  'status', version.status,
  'isCurrent', version.is_current,
  'publishedAt', to_char(version.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'effectiveFrom', version.effective_from,
  'effectiveTo', version.effective_to,
  'schedulingMode', version.scheduling_mode,
  'createdAt', to_char(version.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'updatedAt', to_char(version.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'description', version.description,
  'orgId', timetable.organisation_id,
  'bellSchedule', schedules.list -> 0,
  'bellSchedules', schedules.list,
  'teachers', (
    select coalesce(json_agg(json_build_object(
      'localId', own.local_id, 'entityId', own.entity_id, 'externalId', entity.external_id,
      'name', coalesce(entity.name, 'Unknown'), 'shortName', coalesce(entity.short_name, 'Unknown'),
      'color', entity.color, 'isActive', coalesce(entity.is_active, false), 'maxPeriods', own.max_periods
    ) order by own.position, own.local_id collate "C"), '[]')
    from version_teacher own left join teacher entity
      on entity.organisation_id = timetable.organisation_id and entity.id = own.entity_id
    where own.version_id = version.id),
  'subjects', (
    select coalesce(json_agg(json_build_object(
      'localId', own.local_id, 'entityId', own.entity_id, 'externalId', entity.external_id,
      'name', coalesce(entity.name, 'Unknown'), 'shortName', coalesce(entity.short_name, 'Unknown'),
      'color', entity.color, 'isActive', coalesce(entity.is_active, false)
    ) order by own.position, own.local_id collate "C"), '[]')
    from version_subject own left join subject entity
      on entity.organisation_id = timetable.organisation_id and entity.id = own.entity_id
    where own.version_id = version.id),
  'classes', (
    select coalesce(json_agg(json_build_object(
      'localId', own.local_id, 'entityId', own.entity_id, 'externalId', entity.external_id,
      'name', coalesce(entity.name, 'Unknown'), 'shortName', coalesce(entity.short_name, 'Unknown'),
      'color', entity.color, 'isActive', coalesce(entity.is_active, false),
      'classTeacherId', own.class_teacher_id, 'bellScheduleId', own.bell_schedule_id
    ) order by own.position, own.local_id collate "C"), '[]')
    from version_class own left join class entity
      on entity.organisation_id = timetable.organisation_id and entity.id = own.entity_id
    where own.version_id = version.id),
  'rooms', (
    select coalesce(json_agg(json_build_object(
      'localId', own.local_id, 'entityId', own.entity_id, 'externalId', entity.external_id,
      'name', coalesce(entity.name, 'Unknown'), 'shortName', coalesce(entity.short_name, 'Unknown'),
      'color', entity.color, 'isActive', coalesce(entity.is_active, false),
      'capacity', coalesce(entity.capacity, 0), 'buildingName', coalesce(entity.building_name, '')
    ) order by own.position, own.local_id collate "C"), '[]')
    from version_room own left join room entity
      on entity.organisation_id = timetable.organisation_id and entity.id = own.entity_id
    where own.version_id = version.id),
  'roomGroups', (
    select coalesce(json_agg(json_build_object(
      'id', own.local_id, 'entityId', own.entity_id, 'name', own.name, 'memberIds', own.member_ids
    ) order by own.position, own.local_id collate "C"), '[]')
    from version_room_group own where own.version_id = version.id),
  'lessons', (
    select coalesce(json_agg(json_build_object(
      'localId', own.local_id,
      'groups', (
        select coalesce(json_agg(json_build_object(
          'id', part.id, 'name', part.name, 'teacherIds', part.teacher_ids, 'classIds', part.class_ids,
          'subjectIds', part.subject_ids, 'studentIds', '[]'::json, 'roomMode', part.room_mode,
          'roomIds', case when part.room_mode = 'all' then part.room_ids else '{}' end,
          'roomCandidateIds', case when part.room_mode = 'any' then part.room_candidate_ids else '{}' end,
          'roomGroupIds', case when part.room_mode = 'any' then part.room_group_ids else '{}' end,
          'roomVariation', case when part.room_mode = 'any' then part.room_variation end
        ) order by part.position, part.id collate "C"), '[]')
        from lesson_group part where part.version_id = own.version_id and part.lesson_local_id = own.local_id),
      'lessonConfigurations', (
        select coalesce(json_agg(json_build_object(
          'id', part.id, 'frequency', part.frequency, 'length', part.length
        ) order by part.position), '[]')
        from lesson_configuration part where part.version_id = own.version_id and part.lesson_local_id = own.local_id),
      'distributionGroupId', own.distribution_group_id
    ) order by own.position, own.local_id collate "C"), '[]')
    from lesson own where own.version_id = version.id),
  'lessonUnits', (
    select coalesce(json_agg(json_build_object(
      'localId', own.local_id, 'lessonLocalId', own.lesson_local_id, 'sectionLocalId', null, 'dayId', own.day_id,
      'periodIndex', own.period_index, 'spanId', own.span_id, 'parallelGroupId', own.parallel_group_id,
      'parallelGroupName', own.parallel_group_name, 'groupName', own.group_name,
      'distributionGroupId', own.distribution_group_id, 'lessonGroupId', own.lesson_group_id,
      'roomPickedBy', own.room_picked_by, 'locked', own.locked, 'lockReason', own.lock_reason,
      'teacherIds', own.teacher_ids, 'classIds', own.class_ids, 'subjectIds', own.subject_ids,
      'roomIds', own.room_ids, 'studentIds', '[]'::json
    ) order by own.position, own.local_id collate "C"), '[]')
    from lesson_unit own where own.version_id = version.id)
)::text as document
from timetable_version version
join timetable on timetable.id = version.timetable_id
cross join lateral (
  select json_agg(json_build_object(
    'id', schedule.id, 'name', schedule.name, 'isDefault', schedule.is_default,
    'scheduleType', schedule.schedule_type, 'cycleLength', schedule.cycle_length,
    'days', (
      select json_agg(json_build_object(
        'id', day.id, 'label', day.label, 'shortLabel', day.short_label,
        'dayOfWeek', day.day_of_week, 'weekInCycle', day.week_in_cycle
      ) order by day.position, day.id collate "C")
      from bell_day day where day.version_id = version.id and day.bell_schedule_id = schedule.id),
    'dayConfigurations', (
      select json_agg(json_build_object(
        'id', configuration.id, 'dayIds', configuration.day_ids,
        'periods', (
          select coalesce(json_agg(json_build_object(
            'id', period.id, 'name', period.name, 'startTime', period.start_time, 'endTime', period.end_time
          ) order by period.position), '[]')
          from period where period.version_id = version.id and period.bell_schedule_id = schedule.id
            and period.configuration_position = configuration.position),
        'breaks', (
          select coalesce(json_agg(json_build_object(
            'id', break.id, 'name', break.name, 'startTime', break.start_time, 'endTime', break.end_time,
            'followsPeriodIndex', break.follows_period_index
          ) order by break.position), '[]')
          from break where break.version_id = version.id and break.bell_schedule_id = schedule.id
            and break.configuration_position = configuration.position)
      ) order by configuration.position)
      from day_configuration configuration
      where configuration.version_id = version.id and configuration.bell_schedule_id = schedule.id)
  ) order by schedule.is_default desc, schedule.position, schedule.id collate "C") as list
  from bell_schedule schedule where schedule.version_id = version.id
) schedules
where version.id = $1
