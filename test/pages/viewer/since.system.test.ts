// What changed since the reader looked last, above the grid of a class, teacher or room: in words, until it is read.
// @module-tag long

import { describe, expect, test } from 'vitest';
import { addDays, isoDay } from '../../../src/calendar/time/day.ts';
import { dayAt } from '../../../src/calendar/time/zone.ts';
import type { Calendar, Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { enterKey, noBrowser, screenshot, type WatchedPage } from './browser.ts';
import { expectNothingOverlaps, violations } from './expect-readable.ts';
import { useViewer } from './use-viewer.ts';

const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has timetables');
const at = (id: string): Timetable => ({ ...upper, id: `${id}-v1`, groupId: id, orgId: id });
const units = upper.lessonUnits.filter(({ periodIndex, spanId }) => periodIndex !== null && spanId === null);
const [first] = units;
const ofClass = upper.classes.find(({ localId }) => localId === first?.classIds[0]);
const teacher = upper.teachers.find(({ localId }) => localId === first?.teacherIds[0]);
const otherRoom = upper.rooms.find(({ localId }) => !first?.roomIds.includes(localId));
const otherClass = upper.classes.find(
  ({ localId }) =>
    !units.some((unit) => unit.classIds.includes(localId) && unit === first) && localId !== ofClass?.localId,
);
if (
  first === undefined ||
  ofClass === undefined ||
  teacher === undefined ||
  otherRoom === undefined ||
  otherClass === undefined
)
  throw new Error('the demo school has them');

/** The first so many lessons of the class in another room. */
const inOtherRoom = (document: Timetable, many: number): Timetable => {
  const own = units.filter(({ classIds }) => classIds.includes(ofClass.localId)).slice(0, many);
  const moved = new Set(own.map(({ localId }) => localId));
  return {
    ...document,
    lessonUnits: document.lessonUnits.map((unit) =>
      moved.has(unit.localId) ? { ...unit, roomIds: [otherRoom.localId] } : unit,
    ),
  };
};

describe.skipIf(noBrowser)('what changed since the last look', () => {
  const ids = ['told', 'many', 'other', 'blocked', 'version', 'much', 'device'];
  const calendar: Calendar = { timeZone: 'UTC', schoolDays: [1, 2, 3, 4, 5, 6, 7], counting: 'calendarWeeks' };
  const dated = { ...at('dated'), effectiveFrom: 20200101, effectiveTo: null } as Timetable; // published, as it was
  const viewer = useViewer([
    ...ids.map((id) => ({ id, name: id, documents: [at(id)] })),
    { id: 'dated', name: 'dated', documents: [dated], calendar },
  ]);
  const hashOf = (id: string, of = `class/${ofClass.entityId}`) => `#/timetable/${id}-v1/${of}`;
  const section = (page: WatchedPage) => page.getByRole('region', { name: /^What changed since/ });
  /** Until the look is kept: then nothing more is said of it. */
  const looked = (page: WatchedPage, id: string, part: string) =>
    expect
      .poll(() =>
        page.evaluate(`JSON.stringify([sessionStorage, localStorage].map((each) => each.getItem('belfry-looks')))`),
      )
      .toMatch(new RegExp(`${id}.*${part}`));
  const again = async (page: WatchedPage) => {
    await page.reload();
    await page.locator('.week').first().waitFor();
  };

  test('a first look tells nothing; the next one says in words what changed, until it is understood', async () => {
    const page = await viewer.openGrid('told', hashOf('told'));
    await looked(page, 'told', ofClass.entityId);
    expect(await section(page).count()).toBe(0);
    await viewer.belfry.add('told', [inOtherRoom(at('told'), 1)]);
    await again(page);
    await section(page).waitFor();
    const items = section(page).locator('li');
    expect(await items.count()).toBe(1);
    const room = upper.rooms.find(({ localId }) => localId === first.roomIds[0])?.name ?? '';
    expect(await items.first().textContent()).toMatch(/^Other room: /);
    expect(await items.first().textContent()).toContain(`${otherRoom.name}, was ${room}`);
    expect(await violations(page)).toEqual([]);
    // It stays for whoever has not read it, and its teacher is told as well, who was not looked at yet.
    await again(page);
    await section(page).waitFor();
    await page.goto(`${viewer.belfry.url}/${hashOf('told', `teacher/${teacher.entityId}`)}`);
    await page.locator('h1', { hasText: teacher.name }).waitFor();
    await section(page).waitFor();
    await page.goto(`${viewer.belfry.url}/${hashOf('told')}`);
    await page.locator('h1', { hasText: ofClass.name }).waitFor();
    // By the keyboard; the focus then is on the heading.
    await section(page).getByRole('button', { name: 'Understood' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => section(page).count()).toBe(0);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await again(page);
    await page.waitForLoadState('networkidle');
    expect(await section(page).count()).toBe(0);
    page.expectClean();
  });

  test('whom a change does not concern is told nothing, and reads the list alone', async () => {
    const page = await viewer.openGrid('other', hashOf('other', `class/${otherClass.entityId}`));
    await looked(page, 'other', otherClass.entityId);
    await viewer.belfry.add('other', [inOtherRoom(at('other'), 1)]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await again(page);
    await page.waitForLoadState('networkidle');
    expect(await section(page).count()).toBe(0);
    expect(asked.filter((path) => path.startsWith('/api/v1/changes'))).toEqual(['/api/v1/changes']);
  });

  test.each([
    ['desk', { width: 1280, height: 900 }],
    ['phone', { width: 360, height: 740 }],
  ])('many changes are folded: %s', async (name, viewport) => {
    const page = await viewer.openGrid('many', hashOf('many'), { viewport });
    await looked(page, 'many', ofClass.entityId);
    const many = name === 'desk' ? 14 : 12;
    await viewer.belfry.add('many', [{ ...inOtherRoom(at('many'), many), description: name }]);
    const latest = name === 'desk' ? 14 : 2;
    await again(page);
    await section(page).waitFor();
    const items = section(page).locator('li');
    expect(await items.count()).toBe(latest);
    if (latest > 8) {
      expect(await items.nth(8).isVisible()).toBe(false);
      expect(await section(page).locator('summary').textContent()).toBe(`+${latest - 8}`);
      await section(page).locator('summary').click();
      expect(await items.nth(8).isVisible()).toBe(true);
    }
    expect(await violations(page)).toEqual([]);
    await screenshot(page, `since-${name}`);
    await expectNothingOverlaps(page, [viewport.width]);
  });

  test('in Arabic, on a phone', async () => {
    const page = await viewer.openGrid('many', hashOf('many'), { locale: 'ar', viewport: { width: 360, height: 740 } });
    await looked(page, 'many', ofClass.entityId);
    await viewer.belfry.add('many', [at('many')]);
    await again(page);
    await page.getByRole('button', { name: 'فهمت' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('another version of the timetable is told by a link to the comparison', async () => {
    const page = await viewer.openGrid('version', hashOf('version'));
    await looked(page, 'version', ofClass.entityId);
    await viewer.belfry.add('version', [
      {
        ...inOtherRoom(at('version'), 2),
        id: 'version-v2',
        versionNumber: 9,
        effectiveFrom: 20270101,
        isCurrent: false,
      } as Timetable,
    ]);
    await again(page);
    await section(page).getByRole('link', { name: 'Another version was published: compare' }).click();
    await page.getByRole('region', { name: 'Other room (2)' }).waitFor();
  });

  test('days on which something is other than planned now are named, and lead to their week', async () => {
    const page = await viewer.openGrid('dated', hashOf('dated'));
    await looked(page, 'dated', ofClass.entityId);
    const date = addDays(dayAt(Date.now(), 'UTC'), 2);
    const notes = [{ date, text: 'Trip', classes: [ofClass.name] }];
    await viewer.belfry.setDifferent('dated', { from: date, to: date, changes: [], notes });
    await again(page);
    const link = section(page).locator('li').getByRole('link');
    await link.waitFor();
    expect(await section(page).locator('li').textContent()).toMatch(/^Other than planned on \w+day /);
    expect(await violations(page)).toEqual([]);
    await link.click();
    await expect.poll(() => page.url()).toContain(`on=${isoDay(date)}`);
    await page.getByText('Trip').first().waitFor();
    // Another class is told nothing of it.
    await page.goto(`${viewer.belfry.url}/${hashOf('dated', `class/${otherClass.entityId}`)}`);
    await page.locator('h1', { hasText: otherClass.name }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await section(page).count()).toBe(0);
  });

  test('what was looked at is kept where the key is, and goes with it', async () => {
    const page = await viewer.openPage();
    await page.getByLabel('Remember on this device').check();
    await enterKey(page, viewer.keyOf('device'));
    await page.goto(`${viewer.belfry.url}/${hashOf('device')}`);
    await looked(page, 'device', ofClass.entityId);
    expect(await page.evaluate(`sessionStorage.getItem('belfry-looks')`)).toBe(null);
    await viewer.belfry.add('device', [inOtherRoom(at('device'), 1)]);
    const other = await page.context().newPage();
    await other.goto(`${viewer.belfry.url}/${hashOf('device')}`);
    await other.getByRole('region', { name: /^What changed since/ }).waitFor();
    await other.getByRole('button', { name: 'Forget the key' }).click();
    await other.getByLabel('API key').waitFor();
    expect(await other.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    await other.close();
  });

  test('so much that an entry leaves it out is told without a list', async () => {
    const page = await viewer.openGrid('much', hashOf('much'));
    await looked(page, 'much', ofClass.entityId);
    const rooms = Array.from({ length: 1_600 }, (_, number) => ({
      ...{ localId: `rom_many${number}`, entityId: `${'r'.padEnd(59, 'x')}${number}`, externalId: null, name: 'R' },
      ...{ shortName: 'R', color: null, isActive: true, capacity: 0, buildingName: '' },
    }));
    await viewer.belfry.add('much', [{ ...at('much'), rooms: [...upper.rooms, ...rooms] }]);
    await again(page);
    await section(page).getByText('So much changed that it is not listed here.').waitFor();
    expect(await violations(page)).toEqual([]);
    await section(page).getByRole('button', { name: 'Understood' }).click();
    await again(page);
    await page.waitForLoadState('networkidle');
    expect(await section(page).count()).toBe(0);
  });

  test('where the browser keeps nothing, nothing is told, and the grid is there', async () => {
    const page = await viewer.openGrid('blocked', hashOf('blocked'));
    await looked(page, 'blocked', ofClass.entityId);
    await page.addInitScript(`Storage.prototype.setItem = () => { throw new Error('full'); }`);
    await page.evaluate(`sessionStorage.removeItem('belfry-looks')`);
    await again(page);
    await viewer.belfry.add('blocked', [inOtherRoom(at('blocked'), 1)]);
    await again(page);
    await page.waitForLoadState('networkidle');
    expect(await section(page).count()).toBe(0);
    page.expectClean();
  });
});
