/** The tables that hold the parts of a version by themselves, parents before their parts. */
export const versionParts = [
  'bell_schedule',
  'bell_day',
  'day_configuration',
  'period',
  'break',
  'lesson',
  'lesson_group',
  'lesson_configuration',
  'lesson_unit',
] as const;
