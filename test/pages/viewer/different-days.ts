// What is different on some days of the upper school, for tests of pages: in class 11B a lesson is cancelled, one has another
// teacher and room, one is moved, an exam is added, and of a double period one half is cancelled. Texts are hostile.

import type { DayChanges } from '../../../src/contract/types.generated.ts';

/** What a page must show as text, and nothing else. */
export const hostile = {
  markup: '<script>document.title = "taken"</script><img src=x onerror=alert(1)>',
  override: 'Room \u202e402',
  long: `Bring ${'everything'.repeat(20)}.`,
};

/** It is Wednesday; the demo school's class 11A is on a trip on Thursday and Friday. */
const wednesday = 20261118;

export const different: DayChanges = {
  from: 20261116,
  to: 20261129,
  changes: [
    {
      ...{ ref: 'cancelled', date: wednesday, lesson: { startTime: '12:50', classes: ['class-11B'] }, cancelled: true },
      text: hostile.markup,
    },
    {
      ...{ ref: 'changed', date: wednesday, lesson: { startTime: '13:40', classes: ['class-11B'] } },
      ...{ teachers: ['teacher-54'], rooms: [hostile.override], text: hostile.long },
    },
    {
      ...{ ref: 'moved', date: wednesday, lesson: { startTime: '10:25', teachers: ['teacher-59'], wholeLesson: true } },
      moveTo: { date: 20261119, startTime: '10:20', endTime: '11:10' },
    },
    {
      ...{ ref: 'added', date: wednesday },
      added: {
        ...{
          kind: 'exam',
          startTime: '15:25',
          endTime: '16:10',
          subjects: ['Entrance test'],
          teachers: ['A visitor'],
        },
        ...{ classes: ['class-11B'], rooms: ['Hall'] },
      },
    },
    { ref: 'half', date: 20261123, lesson: { startTime: '08:25', classes: ['class-11B'] }, cancelled: true },
  ],
  notes: [
    { date: wednesday, text: 'Bus strike' },
    { date: wednesday, text: hostile.markup, classes: ['class-11B'] },
    { date: 20261119, text: 'Photographs at nine' },
  ],
  absent: [{ date: wednesday, kind: 'class', entity: 'class-11A' }],
};
