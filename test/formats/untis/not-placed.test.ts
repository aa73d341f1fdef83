// Rows of GPU001 that place nothing, and names that are nobody.

import { expect, test } from 'vitest';
import { unitsOf } from '../units-of.ts';
import { convertGpu } from './read-gpu.ts';

const placed = '7,"5A","ADA","MAT","R1",1,1,,\n';

test.each([
  ['0', '0'],
  ['', '0'],
  ['0', '4'],
  ['0', ''],
  ['9', '0'],
])('a row of day %j and period %j makes no period 0, and shifts nobody', (day, period) => {
  const { document, rules } = convertGpu({ 'GPU001.TXT': `${placed}8,"5A","ADA","ART","R1",${day},${period},,\n` });
  const [configuration] = document.bellSchedule.dayConfigurations;
  expect(configuration?.periods).toMatchObject([{ name: '1', startTime: '08:00' }]);
  expect(unitsOf(document)).toEqual(['Mon 1 ADA MAT 5A R1', expect.stringMatching(/ART/)]);
  expect(rules).not.toContain('untis.period-zero');
});

test('a row with a day and the period 0 makes one', () => {
  const { rules } = convertGpu({ 'GPU001.TXT': `${placed}8,"5A","ADA","ART","R1",2,0,,\n` });
  expect(rules).toContain('untis.period-zero');
});

test('? is nobody, as a teacher and as a room', () => {
  const { document } = convertGpu({
    'GPU001.TXT': '7,"5A","?","MAT","?",1,1,,\n',
    'GPU002.TXT': '7,1,,,"5A","?","MAT","?",,\n',
  });
  expect([document.teachers, document.rooms]).toEqual([[], []]);
  expect(document.lessonUnits).toMatchObject([{ teacherIds: [], roomIds: [] }]);
});
