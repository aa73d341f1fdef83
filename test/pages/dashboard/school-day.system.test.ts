// "Today" in the dashboard is the day at the school: its reader may be on the other side of the date line.

import { describe, expect, test } from 'vitest';
import { isoDay } from '../../../src/calendar/time/day.ts';
import { dayAt } from '../../../src/calendar/time/zone.ts';
import { createValidator } from '../../../src/contract/validator.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { smallTimetable } from '../../support/small-timetable.ts';
import { noBrowser } from '../viewer/browser.ts';
import { demoCalendar } from '../viewer/demo-calendar.ts';

/** A day apart at every moment. */
const [atSchool, ofReader] = ['Pacific/Honolulu', 'Pacific/Kiritimati'];

describe.skipIf(noBrowser)('today in the dashboard', () => {
  const dashboard = useDashboard({ far: 'Far' });

  test('is that of the school for the changes of a day, in the year, and as the first day of a version', async () => {
    const draft = smallTimetable({ orgId: 'far', groupId: 'far', id: 'far-v1' });
    await importTimetable(dashboard.open.database, createValidator(), 'far', draft);
    const token = await dashboard.token('manager', 'far');
    const stored = await fetch(`${dashboard.url}/control/v1/organisations/far/calendar`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...demoCalendar, timeZone: atSchool }),
    });
    expect(stored.status).toBe(200);
    const page = await dashboard.signedIn(token, '#/organisations/far/days', { timezoneId: ofReader });
    const today = () => isoDay(dayAt(Date.now(), atSchool));
    const todayHref = await page.getByRole('link', { name: 'Today', exact: true }).getAttribute('href');
    expect(todayHref).toBe(`#/organisations/far/days/${today()}`);
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page.locator('td[data-date]').first().waitFor();
    expect(await page.locator('td[aria-current="date"]').getAttribute('data-date')).toBe(today().replaceAll('-', ''));
    await page.getByRole('link', { name: 'Timetables', exact: true }).click();
    await page.getByRole('button', { name: 'Publish from …' }).click();
    expect(await page.getByLabel('First day').inputValue()).toBe(today());
    page.expectClean();
  });
});
