// Слова про те, що в якийсь день інакше, українською.

import type { DayCatalogue } from '../en/different-days.ts';

export const words: DayCatalogue = {
  lessonCancelled: 'Скасовано',
  lessonMovedTo: 'Перенесено на {when}',
  lessonMovedFrom: 'Перенесено з {when}',
  lessonChanged: 'Змінено',
  lessonRemark: 'Примітка',
  extraLesson: 'Додатковий урок',
  extraExam: 'Додатково: іспит',
  extraEvent: 'Додатково: захід',
  extraSupervision: 'Додатково: чергування',
  extraStandby: 'Додатково: резерв',
  withOtherTeacher: 'Проводить хтось інший',
  inOtherRoom: 'В іншому кабінеті',
  withoutClass: 'Без цього класу',
  insteadOf: 'замість',
  dayChange: 'Зміна',
  asPlanned: 'За планом',

  dayNotes: 'Примітки',
  classesAway: 'Відсутні: {names}',
  roomsAway: 'Недоступні: {names}',
  changesOn: 'Зміни на {day}',
  changesNotRead: 'Не вдалося прочитати зміни. Показано план.',
};
