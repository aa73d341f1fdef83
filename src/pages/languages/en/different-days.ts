// The words, in English, for what is different on a day: in grids, on the screen in the foyer, on paper and on the person's page.

import type { CatalogueOf } from '../../ui/texts.ts';

export type DayCatalogue = CatalogueOf<typeof words>;

export const words = {
  // What stands at a lesson.
  lessonCancelled: 'Cancelled',
  lessonMovedTo: 'Moved to {when}',
  lessonMovedFrom: 'Moved from {when}',
  lessonChanged: 'Changed',
  lessonRemark: 'Note',
  extraLesson: 'Extra lesson',
  extraExam: 'Extra: exam',
  extraEvent: 'Extra: event',
  extraSupervision: 'Extra: supervision',
  extraStandby: 'Extra: standby',
  withOtherTeacher: 'Taught by somebody else',
  inOtherRoom: 'In another room',
  withoutClass: 'Without this class',
  insteadOf: 'instead of',
  dayChange: 'Change',
  asPlanned: 'Planned',

  // What stands at a day.
  dayNotes: 'Notes',
  classesAway: 'Away: {names}',
  roomsAway: 'Not available: {names}',
  changesOn: 'Changes on {day}',
  changesNotRead: 'Changes could not be read. What you see is the plan.',
} as const;
