// The codes of what a conversion leaves out, which stay. The dashboard has words for each of them.

export const lossCodes = [
  'activity-tags',
  'cards-of-other-terms',
  'cards-without-lesson',
  'choices-with-findings',
  'constraints',
  'grades',
  'home-rooms',
  'inactive-activities',
  'lesson-groups',
  'lesson-texts',
  'lessons-of-other-terms',
  'nested-students',
  'part-of-year',
  'partner-ids',
  'rows-not-used',
  'seminar-groups',
  'student-choices',
  'student-contacts',
  'student-lists',
  'student-numbers',
  'students',
  'supervisions',
  'teacher-contacts',
  'units-of-other-weeks',
  'unknown-elements',
] as const;

export type LossCode = (typeof lossCodes)[number];
