// Die Wörter für das, was an einem Tag anders ist, auf Deutsch.

import type { DayCatalogue } from '../en/different-days.ts';

export const words: DayCatalogue = {
  lessonCancelled: 'Entfällt',
  lessonMovedTo: 'Verlegt auf {when}',
  lessonMovedFrom: 'Verlegt von {when}',
  lessonChanged: 'Geändert',
  lessonRemark: 'Hinweis',
  extraLesson: 'Zusatzstunde',
  extraExam: 'Zusätzlich: Prüfung',
  extraEvent: 'Zusätzlich: Veranstaltung',
  extraSupervision: 'Zusätzlich: Aufsicht',
  extraStandby: 'Zusätzlich: Bereitschaft',
  withOtherTeacher: 'Wird vertreten',
  inOtherRoom: 'In einem anderen Raum',
  withoutClass: 'Ohne diese Klasse',
  insteadOf: 'statt',
  dayChange: 'Änderung',
  asPlanned: 'Geplant',

  dayNotes: 'Hinweise',
  classesAway: 'Abwesend: {names}',
  roomsAway: 'Nicht verfügbar: {names}',
  changesOn: 'Änderungen am {day}',
  changesNotRead: 'Die Änderungen konnten nicht gelesen werden. Gezeigt wird der Plan.',
};
