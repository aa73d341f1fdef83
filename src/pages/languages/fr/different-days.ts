// Les mots pour ce qui change un jour donné, en français.

import type { DayCatalogue } from '../en/different-days.ts';

export const words: DayCatalogue = {
  lessonCancelled: 'Annulé',
  lessonMovedTo: 'Déplacé : {when}',
  lessonMovedFrom: 'Déplacé, prévu : {when}',
  lessonChanged: 'Modifié',
  lessonRemark: 'Remarque',
  extraLesson: 'Cours ajouté',
  extraExam: 'Ajouté : examen',
  extraEvent: 'Ajouté : événement',
  extraSupervision: 'Ajouté : surveillance',
  extraStandby: 'Ajouté : permanence',
  withOtherTeacher: 'Assuré par quelqu’un d’autre',
  inOtherRoom: 'Dans une autre salle',
  withoutClass: 'Sans cette classe',
  insteadOf: 'au lieu de',
  dayChange: 'Changement',
  asPlanned: 'Prévu',

  dayNotes: 'Remarques',
  classesAway: 'Absentes : {names}',
  roomsAway: 'Indisponibles : {names}',
  changesOn: 'Changements : {day}',
  changesNotRead: 'Les changements n’ont pas pu être lus. Vous voyez ce qui était prévu.',
};
