import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOf, type Route, route } from '../../src/serve/route.ts';

const list: Route = { resource: 'list' };
const timetable = (versionId: string): Route => ({ resource: 'timetable', versionId });
const calendar: Route = { resource: 'calendar' };
const week = (name: string): Route => ({ resource: 'week', week: name });
const day = (date: string): Route => ({ resource: 'day', date });
type Slice = Extract<Route, { resource: 'slice' }>;
const slice = (name: string, kind: Slice['kind'], entityId: string): Route => ({
  resource: 'slice',
  week: name,
  kind,
  entityId,
});
const unknown: Route = { resource: 'unknown' };
const site: Route = { resource: 'site' };
const my: Route = { resource: 'my' };
const feed = (token: string): Route => ({ resource: 'feed', token });

test.each<[string, Route]>([
  ['/api/v1/timetables', list],
  ['/api/partner/v1/timetables', list],
  ['/api/v1/timetables?', list],
  ['/api/v1/timetables?a=/b', list],
  ['/api/v1/timetables#x', list],
  ['http://school.example/api/v1/timetables', list],
  ['https://school.example:8443/api/partner/v1/timetables/v1?x', timetable('v1')],
  ['/api/v1/timetables/v1', timetable('v1')],
  ['/api/partner/v1/timetables/v1', timetable('v1')],
  ['/api/v1/timetables/v1?id=v2', timetable('v1')],
  ['/api/v1/timetables/%76%31', timetable('v1')],
  ['/api/v1/timetables/a%2Fb', timetable('a/b')],
  ['/api/v1/timetables/%2e%2e', timetable('..')],
  ['/api/v1/timetables/%252e', timetable('%2e')],
  ['/api/v1/timetables/%zz', timetable('%zz')],
  ['/api/v1/timetables/__proto__', timetable('__proto__')],
  ['/api/v1/timetables/timetables', timetable('timetables')],
  ['/api/v1/calendar', calendar],
  ['/api/partner/v1/calendar', calendar],
  ['/api/v1/calendar?from=20261123', calendar],
  ['https://school.example/api/v1/calendar#x', calendar],
  ['/api/v1/weeks/2026-W48', week('2026-W48')],
  ['/api/partner/v1/weeks/2026-W48?x', week('2026-W48')],
  ['/api/v1/weeks/2026%2DW48', week('2026-W48')],
  ['/api/v1/weeks/2026-w48', week('2026-w48')],
  ['/api/v1/weeks/constructor', week('constructor')],
  ['/api/v1/weeks/%zz', week('%zz')],
  ['/api/v1/weeks', unknown],
  ['/api/v1/weeks/', unknown],
  ['/api/partner/v1/weeks', unknown],
  ['/api/v1/weeks/2026-W48/', unknown],
  ['/api/v1/weeks/2026-W48/lessons', unknown],
  ['/api/v1/days/2026-11-23', day('2026-11-23')],
  ['/api/partner/v1/days/2026-11-23?x', day('2026-11-23')],
  ['/api/v1/days/2026%2D11-23', day('2026-11-23')],
  ['/api/v1/days/constructor', day('constructor')],
  ['/api/v1/days', unknown],
  ['/api/v1/days/', unknown],
  ['/api/v1/days/2026-11-23/', unknown],
  ['/api/v1/days/2026-11-23/classes/7A', unknown],
  ['/api/v1/weeks/2026-W48/classes/7A', slice('2026-W48', 'class', '7A')],
  ['/api/partner/v1/weeks/2026-W48/teachers/SCH?x', slice('2026-W48', 'teacher', 'SCH')],
  ['/api/v1/weeks/2026%2DW48/rooms/R%2F1%20%C3%A9', slice('2026-W48', 'room', 'R/1 é')],
  ['/api/v1/weeks/2026-W48/rooms/%2e%2e', slice('2026-W48', 'room', '..')],
  ['/api/v1/weeks/2026-W48/rooms/%zz', slice('2026-W48', 'room', '%zz')],
  ['/api/v1/weeks/2026-W48/students/s1', unknown],
  ['/api/v1/weeks/2026-W48/class/7A', unknown],
  ['/api/v1/weeks/2026-W48/Classes/7A', unknown],
  ['/api/v1/weeks/2026-W48/classes', unknown],
  ['/api/v1/weeks/2026-W48/classes/', unknown],
  ['/api/v1/weeks/2026-W48/classes/7A/', unknown],
  ['/api/v1/weeks//classes/7A', unknown],
  ['/api/v1/changes', { resource: 'changes' }],
  ['/api/partner/v1/changes?since=a', { resource: 'changes' }],
  ['/api/v1/changes/20261123T063012345Z-01', { resource: 'change', id: '20261123T063012345Z-01' }],
  ['/api/partner/v1/changes/a%2Fb', { resource: 'change', id: 'a/b' }],
  ['/api/v1/changes/', unknown],
  ['/api/v1/changes/a/units', unknown],
  ['/api/v1/Changes', unknown],
  ['/api/v1/calendar/', unknown],
  ['/api/v1/calendar/days', unknown],
  ['/api/v1/Calendar', unknown],
  ['/api/v1/calendarx', unknown],
  ['/api', unknown],
  ['/api/', unknown],
  ['/api?x', unknown],
  ['/api/v1', unknown],
  ['/api/v2/timetables', unknown],
  ['/api/v1/timetables/', unknown],
  ['/api/v1/timetables/v1/', unknown],
  ['/api/v1/timetables/v1/lessons', unknown],
  ['/api/v1/timetables//v1', unknown],
  ['/api/v1//timetables', unknown],
  ['/api/v1/Timetables', unknown],
  ['/api/V1/timetables', unknown],
  ['/api/v1/timetables.json', unknown],
  ['/api/v1/timetablesx', unknown],
  ['/api/partner/timetables', unknown],
  ['/api/../api/v1/timetables', unknown],
  ['/api%2fv1%2ftimetables', site],
  ['/api/v1/my', my],
  ['/api/v1/my?x', my],
  ['/api/v1/my/', unknown],
  ['/api/partner/v1/my', unknown],
  ['/ical/t.ics', feed('t')],
  ['/ical/t.ics?x', feed('t')],
  ['https://school.example/ical/t.ics', feed('t')],
  ['/ical/t%5F1.ics', feed('t_1')],
  ['/ical/%zz.ics', feed('%zz')],
  ['/ical/a.b.ics', feed('a.b')],
  ['/ical/t', feed('')],
  ['/ical/.ics', feed('')],
  ['/ical/', feed('')],
  ['/ical/t/u.ics', feed('')],
  ['/ICAL/t.ics', feed('')],
  ['/ical', site],
  ['/icalx/t.ics', site],
  ['/my', site],
  ['/', site],
  ['', site],
  ['*', site],
  ['/apix', site],
  ['/API/v1/timetables', site],
  ['//api/v1/timetables', site],
  ['/x/api/v1/timetables', site],
  ['http://school.example', site],
  ['ftp://school.example/api/v1/timetables', site],
])('%j', (target, expected) => {
  expect(route(target)).toEqual(expected);
});

test('any version id is found in its path, percent-encoded or not, under both roots', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
  fc.assert(
    fc.property(
      id,
      fc.constantFrom('/api/v1', '/api/partner/v1'),
      fc.webQueryParameters(),
      (versionId, root, query) => {
        const escaped = [...versionId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
        for (const written of [versionId, escaped])
          expect(route(`${root}/timetables/${written}?${query}`)).toEqual({ resource: 'timetable', versionId });
      },
    ),
  );
});

test('any percent-encoded text is a version id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      expect(route(`/api/v1/timetables/${encodeURIComponent(text)}`)).toEqual({
        resource: 'timetable',
        versionId: text,
      });
    }),
  );
});

test('no target throws, and only targets outside /api are of the site', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(route(`/api/${text}`).resource).not.toBe('site');
      expect(route(`/s${text}`).resource).toBe('site');
      expect(() => route(text)).not.toThrow();
    }),
  );
});

test('the path of a target excludes its query and its authority', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), fc.webAuthority(), (path, query, authority) => {
      expect(pathOf(`/x${path}?${query}`)).toBe(`/x${path}`);
      expect(pathOf(`http://${authority}/x${path}?${query}`)).toBe(`/x${path}`);
    }),
  );
});
