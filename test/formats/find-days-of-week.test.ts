import { expect, test } from 'vitest';
import { createFindings } from '../../src/formats/report/finding.ts';
import { findDaysOfWeek } from '../../src/formats/school/find-days-of-week.ts';

function find(names: string, firstDay: number | null = null) {
  const findings = createFindings();
  const days = names.split(' | ').map((name) => {
    const [label = '', shortLabel = label] = name.split('/');
    return { label, shortLabel };
  });
  const numbers = findDaysOfWeek(days, firstDay, findings, { file: 'school.xml' });
  return [numbers.join(''), findings.counts().map(({ rule }) => rule.replace('school.first-day-', ''))];
}

test.each([
  ['Monday/Mon | Tuesday/Tue | Wednesday/Wed | Thursday/Thu | Friday/Fri', '12345'],
  ['Monday (12 Jan)/Mon (12 Jan) | Tuesday (13 Jan)/Tue', '12'],
  ['Pondelok/Po | Utorok/Ut | Streda/St | Štvrtok/Št | Piatok/Pi', '12345'],
  ['pondeli/Po | utery/Ut | streda/St', '123'],
  ["Понеділок/Пн | Вівторок/Вт | Середа/Ср | Четвер/Чт | П'ятниця/Пт", '12345'],
  ['الأحد/ح | الاثنين/ن | الثلاثاء/ث', '712'],
  ['Domingo/Dom | Segunda-feira/Seg | Terça-feira/Ter', '712'],
  ['Mo | Di | Mi | Do | Fr | Sa', '123456'],
  ['星期一 | 星期二 | 星期三', '123'],
  ['Montag | Dienstag | Donnerstag | Freitag', '1245'],
  ['Thursday | Friday | Saturday | Sunday | Monday', '45671'],
  ['Special | Tuesday | Wednesday', '123'],
])('%s are the days %s, recognised by their names', (names, expected) => {
  expect(find(names)).toEqual([expected, ['recognised']]);
});

test.each([
  ['Day 1 | Day 2 | Day 3', '123'],
  ['A | B | C | D | E | F | G | H', '12345671'],
  ['Mona Lisa room | Tue-it yourself', '12'],
])('%s are not recognised, so the first is assumed to be a Monday', (names, expected) => {
  expect(find(names)).toEqual([expected, ['assumed']]);
});

test('a given first day overrides the names', () => {
  expect(find('Monday | Tuesday', 7)).toEqual(['71', []]);
});
