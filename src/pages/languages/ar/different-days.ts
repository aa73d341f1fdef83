// كلمات ما يختلف في يوم معيّن، بالعربية.

import type { DayCatalogue } from '../en/different-days.ts';

export const words: DayCatalogue = {
  lessonCancelled: 'أُلغيت',
  lessonMovedTo: 'نُقلت إلى {when}',
  lessonMovedFrom: 'نُقلت من {when}',
  lessonChanged: 'تغيّرت',
  lessonRemark: 'ملاحظة',
  extraLesson: 'حصة إضافية',
  extraExam: 'إضافي: امتحان',
  extraEvent: 'إضافي: فعالية',
  extraSupervision: 'إضافي: مناوبة إشراف',
  extraStandby: 'إضافي: احتياط',
  withOtherTeacher: 'يعطيها معلّم آخر',
  inOtherRoom: 'في قاعة أخرى',
  withoutClass: 'من دون هذا الصف',
  insteadOf: 'بدلًا من',
  dayChange: 'التغيير',
  asPlanned: 'كما كان مقررًا',

  dayNotes: 'ملاحظات',
  classesAway: 'صفوف غائبة: {names}',
  roomsAway: 'قاعات غير متاحة: {names}',
  changesOn: 'التغييرات في {day}',
  changesNotRead: 'تعذّرت قراءة التغييرات. ما تراه هو الجدول المقرر.',
};
