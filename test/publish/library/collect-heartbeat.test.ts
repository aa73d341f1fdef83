import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { collectHeartbeat } from '../../../src/publish/library/collect-heartbeat.ts';

const progress = (waiting: Record<string, number>, failures: Record<string, number>) => ({
  waiting: new Map(Object.entries(waiting).map(([id, since]) => [org(id), since])),
  failures: new Map(Object.entries(failures).map(([id, count]) => [org(id), { count }])),
});

test('an organisation waits since its first change, and has the failures of the work that has most', () => {
  const work = {
    access: progress({ north: 8_000 }, { north: 3 }),
    documents: progress({ north: 2_000 }, { north: 1 }),
    days: progress({}, {}),
    derived: progress({ north: 1_000 }, { north: 2 }),
  };
  const { attention, ...totals } = collectHeartbeat(work, new Map(), 4, 10_000, 50);
  expect(totals).toEqual({
    queueDepth: 1,
    queueAgeSeconds: 8,
    waitingOrganisations: 1,
    withheldVersions: 0,
    organisations: 4,
  });
  const waiting = { changes: 1, ageSeconds: 8, failures: 3, withheld: 0, rolledBack: false };
  expect(attention).toEqual({ count: 1, first: [{ organisationId: 'north', ...waiting }] });
});

test('failing organisations come first, then withheld versions, then the longest wait', () => {
  const work = {
    access: progress({ waits: 5_000, 'waits-longer': 1_000 }, { 'revocation-fails': 1 }),
    documents: progress({ 'withheld-too': 1_000 }, {}),
    days: progress({}, {}),
    derived: progress({ 'calendar-waits': 500 }, { 'calendar-fails': 2 }),
  };
  const withheld = new Map([
    [org('withheld-too'), 2],
    [org('intact'), 0],
  ]);
  const { attention, withheldVersions } = collectHeartbeat(work, withheld, 9, 10_000, 50);
  expect(attention.first.map(({ organisationId }) => organisationId)).toEqual([
    ...['calendar-fails', 'revocation-fails', 'withheld-too', 'waits-longer', 'waits'],
  ]);
  expect([attention.count, withheldVersions]).toEqual([5, 2]);
});

test('a heartbeat names a limited number of organisations, and counts all', () => {
  const waiting = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`school-${index}`, index]));
  const { attention } = collectHeartbeat(
    { access: progress(waiting, {}), documents: progress({}, {}), days: progress({}, {}), derived: progress({}, {}) },
    new Map(),
    80,
    100,
    50,
  );
  expect([attention.first.length, attention.count, attention.first[0]?.organisationId]).toEqual([50, 80, 'school-0']);
});
