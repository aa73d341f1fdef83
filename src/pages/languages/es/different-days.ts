// Las palabras para lo que cambia en un día, en español.

import type { DayCatalogue } from '../en/different-days.ts';

export const words: DayCatalogue = {
  lessonCancelled: 'Se cancela',
  lessonMovedTo: 'Pasa a {when}',
  lessonMovedFrom: 'Estaba prevista: {when}',
  lessonChanged: 'Cambia',
  lessonRemark: 'Aviso',
  extraLesson: 'Clase añadida',
  extraExam: 'Añadido: examen',
  extraEvent: 'Añadido: evento',
  extraSupervision: 'Añadido: vigilancia',
  extraStandby: 'Añadido: guardia',
  withOtherTeacher: 'La da otra persona',
  inOtherRoom: 'En otra aula',
  withoutClass: 'Sin esta clase',
  insteadOf: 'en lugar de',
  dayChange: 'Cambio',
  asPlanned: 'Previsto',

  dayNotes: 'Avisos',
  classesAway: 'Ausentes: {names}',
  roomsAway: 'No disponibles: {names}',
  changesOn: 'Cambios del {day}',
  changesNotRead: 'No se han podido leer los cambios. Se muestra lo previsto.',
};
