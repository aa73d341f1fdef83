-- The database that published store-0.2.0.tar.gz beside this with the code of release 0.2.0: release-0.2.0.sql, bound to that store by
-- `bind --force`, `build --full`, and a key whose text is in the test. Dumped as that one. Never edited.
SET session_replication_role = replica;
INSERT INTO public.organisation VALUES
	('school', 'Riverside School', 'active', NULL, true, '2026-11-22 09:15:49.394721+00', '0c177946a23c'),
	('closed', 'Closed', 'locked', 'plan_ended', true, '2026-11-22 09:16:04.861945+00', '59f46e82cfc1'),
	('second', 'Second School', 'active', NULL, true, '2026-11-27 21:08:07.341169+00', '148f1f415b71');
INSERT INTO public.api_key VALUES
	('key_7Ps-BSZmX7zl', 'school', 'Old', '1dd440c89dc184ebf189d4cbc496cd8bb35eea81453c0af5e99248200540b15c', '2026-11-22 09:16:21.796053+00', NULL, '2026-11-22 09:17:32.375+00'),
	('key_7ktlpmnjjb_D', 'school', 'Website', '0edd22c7c5e2a97b906d51700f169d5ac49609398bed9c6caaf4e03e187c809d', '2026-11-22 09:16:16.689123+00', '2027-01-01 00:00:00+00', '2026-11-27 21:08:06.997592+00'),
	('key_of_second', 'second', 'Website', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', '2026-11-27 21:08:07.341169+00', NULL, NULL),
	('key_XJMg2PHUGFr6', 'school', 'Upgraded', '3dae2e776c334cc29f141c2c12eab0fc8f9f1981e2c14f519e8503f58595cf32', '2026-11-28 16:10:03.132334+00', NULL, NULL);
INSERT INTO public.belfry_mark VALUES
	('5be074b5-f98c-4217-8145-c9a08cf5c841', 'second', 'organisation', NULL);
INSERT INTO public.timetable VALUES
	('group-1', 'school', 'Autumn'),
	('second-1', 'second', 'Spring');
INSERT INTO public.timetable_version VALUES
	('version-1', 'group-1', 1, NULL, '', 'draft', false, false, NULL, NULL, NULL, 'student-level', '{"balance": true}', '2026-08-01 08:00:00+00', '2026-08-01 08:00:00+00'),
	('version-2', 'group-1', 2, 'Second', '', 'published', false, false, '2026-08-20 10:00:00+00', 20260901, 20270731, 'standard', NULL, '2026-08-01 08:00:00+00', '2026-08-01 08:00:00+00'),
	('second-v1', 'second-1', 1, NULL, '', 'draft', false, false, NULL, NULL, NULL, 'standard', NULL, '2026-11-27 21:08:07.341169+00', '2026-11-27 21:08:07.341169+00');
INSERT INTO public.bell_schedule VALUES
	('version-1', 'bs_main', 0, 'bs_main', true, 'weekly', 1, '{}'),
	('version-1', 'bs_other', 1, 'bs_other', false, 'weekly', 1, '{}'),
	('version-2', 'bs_main', 0, 'bs_main', true, 'weekly', 1, '{}'),
	('version-2', 'bs_other', 1, 'bs_other', false, 'weekly', 1, '{}');
INSERT INTO public.bell_day VALUES
	('version-1', 'bs_main', 'monday', 0, 'monday', 'mo', 1, NULL, '{}'),
	('version-1', 'bs_main', 'tuesday', 1, 'tuesday', 'tu', 2, NULL, '{}'),
	('version-1', 'bs_other', 'early', 0, 'early', 'ea', 1, NULL, '{}'),
	('version-1', 'bs_other', 'late', 1, 'late', 'la', 2, NULL, '{}'),
	('version-2', 'bs_main', 'monday', 0, 'monday', 'mo', 1, NULL, '{}'),
	('version-2', 'bs_main', 'tuesday', 1, 'tuesday', 'tu', 2, NULL, '{}'),
	('version-2', 'bs_other', 'early', 0, 'early', 'ea', 1, NULL, '{}'),
	('version-2', 'bs_other', 'late', 1, 'late', 'la', 2, NULL, '{}');
INSERT INTO public.day_configuration VALUES
	('version-1', 'bs_main', 0, 'configuration-monday', '{monday}', '{}'),
	('version-1', 'bs_main', 1, 'configuration-tuesday', '{tuesday}', '{}'),
	('version-1', 'bs_other', 0, 'configuration-early', '{early}', '{}'),
	('version-1', 'bs_other', 1, 'configuration-late', '{late}', '{}'),
	('version-2', 'bs_main', 0, 'configuration-monday', '{monday}', '{}'),
	('version-2', 'bs_main', 1, 'configuration-tuesday', '{tuesday}', '{}'),
	('version-2', 'bs_other', 0, 'configuration-early', '{early}', '{}'),
	('version-2', 'bs_other', 1, 'configuration-late', '{late}', '{}');
INSERT INTO public.break VALUES
	('version-1', 'bs_main', 0, 0, 'b', 'Break', '07:45', '08:00', 0, '{}'),
	('version-1', 'bs_main', 1, 0, 'b', 'Break', '07:45', '08:00', 0, '{}'),
	('version-1', 'bs_other', 0, 0, 'b', 'Break', '07:45', '08:00', 0, '{}'),
	('version-1', 'bs_other', 1, 0, 'b', 'Break', '07:45', '08:00', 0, '{}'),
	('version-2', 'bs_main', 0, 0, 'b', 'Break', '07:45', '08:00', 0, '{}'),
	('version-2', 'bs_main', 1, 0, 'b', 'Break', '07:45', '08:00', 0, '{}'),
	('version-2', 'bs_other', 0, 0, 'b', 'Break', '07:45', '08:00', 0, '{}'),
	('version-2', 'bs_other', 1, 0, 'b', 'Break', '07:45', '08:00', 0, '{}');
INSERT INTO public.class VALUES
	('school', 'entity-cls_1', NULL, 'Year 1', 'Yea', '#336699', true),
	('school', 'entity-cls_2', NULL, 'Year 2', 'Yea', '#336699', true);
INSERT INTO public.course VALUES
	('school', 'entity-crs_1', 'Physics HL', 'PHY');
INSERT INTO public.lesson VALUES
	('version-1', 'lsn_1', 0, NULL),
	('version-1', 'lsn_2', 1, NULL),
	('version-2', 'lsn_1', 0, NULL),
	('version-2', 'lsn_2', 1, NULL);
INSERT INTO public.lesson_configuration VALUES
	('version-1', 'lsn_1', 0, 'c1', 2, 1),
	('version-2', 'lsn_1', 0, 'c1', 2, 1);
INSERT INTO public.lesson_group VALUES
	('version-1', 'lsn_1', 'g1', 0, NULL, '{tch_1}', '{cls_1}', '{sub_1,crs_1}', '{stu_1}', 'all', '{rom_1}', '{}', '{}', NULL),
	('version-1', 'lsn_1', 'g2', 1, 'Split', '{tch_1}', '{cls_1}', '{sub_1,crs_1}', '{stu_1}', 'any', '{}', '{rom_1}', '{rgp_1}', 'same'),
	('version-1', 'lsn_2', 'only', 0, NULL, '{tch_1}', '{cls_1}', '{sub_1,crs_1}', '{stu_1}', 'none', '{}', '{}', '{}', NULL),
	('version-2', 'lsn_1', 'g1', 0, NULL, '{tch_1}', '{cls_1}', '{sub_1}', '{}', 'all', '{rom_1}', '{}', '{}', NULL),
	('version-2', 'lsn_1', 'g2', 1, 'Split', '{tch_1}', '{cls_1}', '{sub_1}', '{}', 'any', '{}', '{rom_1}', '{rgp_1}', 'same'),
	('version-2', 'lsn_2', 'only', 0, NULL, '{tch_1}', '{cls_1}', '{sub_1}', '{}', 'none', '{}', '{}', '{}', NULL);
INSERT INTO public.lesson_unit VALUES
	('version-1', 'lu_1', 0, 'lsn_1', 'section-1', 'monday', 0, NULL, NULL, NULL, NULL, NULL, 'g1', NULL, false, NULL, '{tch_1}', '{cls_1}', '{sub_1,crs_1}', '{rom_1}', '{stu_1}'),
	('version-1', 'lu_2', 1, 'lsn_1', 'section-1', 'early', 0, NULL, NULL, NULL, NULL, NULL, 'g1', NULL, false, NULL, '{tch_1}', '{cls_2}', '{sub_1,crs_1}', '{rom_1}', '{stu_1}'),
	('version-2', 'lu_1', 0, 'lsn_1', NULL, 'monday', 0, NULL, NULL, NULL, NULL, NULL, 'g1', NULL, false, NULL, '{tch_1}', '{cls_1}', '{sub_1}', '{rom_1}', '{}'),
	('version-2', 'lu_2', 1, 'lsn_1', NULL, 'early', 0, NULL, NULL, NULL, NULL, NULL, 'g1', NULL, false, NULL, '{tch_1}', '{cls_2}', '{sub_1}', '{rom_1}', '{}');
INSERT INTO public.period VALUES
	('version-1', 'bs_main', 0, 0, 'p0', 'Period 1', '07:00', '07:45', '{}'),
	('version-1', 'bs_main', 0, 1, 'p1', 'Period 2', '08:00', '08:45', '{}'),
	('version-1', 'bs_main', 0, 2, 'p2', 'Period 3', '09:00', '09:45', '{}'),
	('version-1', 'bs_main', 1, 0, 'p0', 'Period 1', '07:00', '07:45', '{}'),
	('version-1', 'bs_main', 1, 1, 'p1', 'Period 2', '08:00', '08:45', '{}'),
	('version-1', 'bs_other', 0, 0, 'p0', 'Period 1', '07:00', '07:45', '{}'),
	('version-1', 'bs_other', 0, 1, 'p1', 'Period 2', '08:00', '08:45', '{}'),
	('version-1', 'bs_other', 0, 2, 'p2', 'Period 3', '09:00', '09:45', '{}'),
	('version-1', 'bs_other', 1, 0, 'p0', 'Period 1', '07:00', '07:45', '{}'),
	('version-1', 'bs_other', 1, 1, 'p1', 'Period 2', '08:00', '08:45', '{}'),
	('version-2', 'bs_main', 0, 0, 'p0', 'Period 1', '07:00', '07:45', '{}'),
	('version-2', 'bs_main', 0, 1, 'p1', 'Period 2', '08:00', '08:45', '{}'),
	('version-2', 'bs_main', 0, 2, 'p2', 'Period 3', '09:00', '09:45', '{}'),
	('version-2', 'bs_main', 1, 0, 'p0', 'Period 1', '07:00', '07:45', '{}'),
	('version-2', 'bs_main', 1, 1, 'p1', 'Period 2', '08:00', '08:45', '{}'),
	('version-2', 'bs_other', 0, 0, 'p0', 'Period 1', '07:00', '07:45', '{}'),
	('version-2', 'bs_other', 0, 1, 'p1', 'Period 2', '08:00', '08:45', '{}'),
	('version-2', 'bs_other', 0, 2, 'p2', 'Period 3', '09:00', '09:45', '{}'),
	('version-2', 'bs_other', 1, 0, 'p0', 'Period 1', '07:00', '07:45', '{}'),
	('version-2', 'bs_other', 1, 1, 'p1', 'Period 2', '08:00', '08:45', '{}');
INSERT INTO public.publish_lease VALUES
	('closed', 'access', 0, NULL, NULL, 0, false),
	('second', 'access', 0, NULL, NULL, 0, false),
	('closed', 'documents', 0, NULL, NULL, 0, false),
	('school', 'documents', 0, NULL, NULL, 0, false),
	('second', 'documents', 0, NULL, NULL, 1, false),
	('school', 'access', 0, NULL, NULL, 0, false);
INSERT INTO public.room VALUES
	('school', 'entity-rom_1', NULL, 'Lab', 'Lab', '#336699', true, 24, 'North');
INSERT INTO public.room_group VALUES
	('school', 'entity-rgp_1', 'Labs');
INSERT INTO public.room_group_member VALUES
	('school', 'entity-rgp_1', 0, 'entity-rom_1');
INSERT INTO public.section VALUES
	('version-1', 'section-1', 0, 'A', 'crs_1', 20, true, NULL, '{tch_1}', '{rom_1}', 'user', '{stu_1}');
INSERT INTO public.store_binding VALUES
	(true, 'd9a6a3c4-0000-4000-8000-0a1b2c3d4e5f', '204262b0-4e0d-4b03-8da9-b385dc80e85b', '/var/lib/belfry/out');
INSERT INTO public.student VALUES
	('school', 'entity-stu_1', NULL, 'Bo', 'B', NULL);
INSERT INTO public.subject VALUES
	('school', 'entity-sub_1', NULL, 'Physics', 'Phy', '#336699', true);
INSERT INTO public.teacher VALUES
	('school', 'entity-tch_1', NULL, 'Ada Lovelace', 'Ada', '#336699', true);
INSERT INTO public.version_class VALUES
	('version-1', 'cls_1', 'entity-cls_1', 0, 'tch_1', NULL),
	('version-1', 'cls_2', 'entity-cls_2', 1, NULL, 'bs_other'),
	('version-2', 'cls_1', 'entity-cls_1', 0, 'tch_1', NULL),
	('version-2', 'cls_2', 'entity-cls_2', 1, NULL, 'bs_other');
INSERT INTO public.version_course VALUES
	('version-1', 'crs_1', 'entity-crs_1', 0, '{tch_1}', '{rom_1}', '{rgp_1}', 'vary', '{"maxPerDay": 2}');
INSERT INTO public.version_room VALUES
	('version-1', 'rom_1', 'entity-rom_1', 0),
	('version-2', 'rom_1', 'entity-rom_1', 0);
INSERT INTO public.version_room_group VALUES
	('version-1', 'rgp_1', 'entity-rgp_1', 0, 'Labs', '{rom_1}'),
	('version-2', 'rgp_1', 'entity-rgp_1', 0, 'Labs', '{rom_1}');
INSERT INTO public.version_student VALUES
	('version-1', 'stu_1', 'entity-stu_1', 0, 'cls_1', '{crs_1}');
INSERT INTO public.version_subject VALUES
	('version-1', 'sub_1', 'entity-sub_1', 0),
	('version-2', 'sub_1', 'entity-sub_1', 0);
INSERT INTO public.version_teacher VALUES
	('version-1', 'tch_1', 'entity-tch_1', 0, 20),
	('version-2', 'tch_1', 'entity-tch_1', 0, 20);
SELECT pg_catalog.setval('public.pending_change_seq_seq', 72, true);
