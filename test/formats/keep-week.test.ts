import { expect, test } from 'vitest';
import { createFindings } from '../../src/formats/report/finding.ts';
import { keepWeek } from '../../src/formats/school/keep-week.ts';
import { lesson, smallSchool } from './small-school.ts';

const weeks = ['A', 'B'].map((label) => ({ label, shortLabel: label }));
const unit = (at: { week: number; day: number; period: number } | null) => ({
  group: 0,
  at,
  span: null,
  rooms: [],
  locked: false,
});
const units = [unit({ week: 0, day: 0, period: 0 }), unit({ week: 1, day: 1, period: 1 }), unit(null)];
const school = smallSchool({ weeks, lessons: [lesson('1', { units })] });

test('one week of a cycle is a weekly timetable, and what is left out is counted', () => {
  const findings = createFindings();
  const kept = keepWeek(school, { week: 2 }, findings, 'school.xml');
  expect(kept?.school.weeks).toEqual([weeks[1]]);
  expect(kept?.school.lessons[0]?.units.map(({ at }) => at)).toEqual([{ week: 0, day: 1, period: 1 }, null]);
  expect(kept?.losses).toEqual([
    { code: 'units-of-other-weeks', what: 'units of other weeks', count: 1, why: '`--week` names another' },
  ]);
  expect(findings.counts().map(({ rule }) => rule)).toEqual(['school.week-chosen']);
});

test('without the option nothing changes', () => {
  const findings = createFindings();
  expect(keepWeek(school, { week: null }, findings, 'school.xml')).toEqual({ school, losses: [] });
  expect(findings.list()).toEqual([]);
});

test('a missing week is an error that names the existing ones', () => {
  const findings = createFindings();
  expect(keepWeek(school, { week: 3 }, findings, 'school.xml')).toBeNull();
  expect(findings.list()[0]?.message).toBe('the file has no week 3; it has the weeks 1 (A), 2 (B)');
});
