// No page of the dashboard speaks as a program does. What a technician may ask for, such as a path or the name of a field, stands
// behind "Details"; and where something needs attention, nothing says that all is well.

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createValidator } from '../../../src/contract/validator.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { tabs } from '../../../src/pages/dashboard/address.ts';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { noBrowser, type WatchedPage } from '../viewer/browser.ts';

const main = demoSchool().documents.find(({ document }) => document.id === 'main-2026-v1')?.document;
if (main === undefined) throw new Error('the demo school has a main school');

/** A JSON path, a pattern, the name of a field, of a column or of a state, and words of Belfry's own parts. */
const programs =
  /\$[.[]|\^\[|\b[a-z]+[A-Z]\w*|\b[a-z]+_[a-z_]+\b|\b(?:access|api): |\bgenerations?\b|\bpublishers?\b|\bwatcher\b|\bnull\b|ECONN\w+/g;

describe.skipIf(noBrowser)('the words of the dashboard', () => {
  const dashboard = useDashboard({ riverside: 'Riverside', other: 'Other' });

  /** What a reader sees that only a program would say. Ids and names are what they are. */
  async function programsIn(page: WatchedPage): Promise<string[]> {
    const text = (await page.locator('body').innerText()).replaceAll(/\b(?:key|link|belfry)_\w+|\baSc\b/g, '');
    return [...new Set(text.match(programs) ?? [])];
  }

  test('name the things of the school, whatever is withheld, failing, rolled back or refused', async () => {
    const { database } = dashboard.open;
    const key = await dashboard.key('riverside');
    for (const version of [main, { ...main, id: 'main-2026-v2', versionNumber: 2, versionName: 'Corrected' }]) {
      await importTimetable(database, createValidator(), 'riverside', version);
      await dashboard.run('build');
    }
    await dashboard.run('links', 'create', '--organisation', 'riverside', '--all-classes');
    await dashboard.run('keys', 'revoke', key.id);
    await sql`update lesson_unit set period_index = 99 where version_id = 'main-2026-v2'`.execute(database);
    await dashboard.run('build').catch(() => {}); // a version is withheld
    await dashboard.run('rollback', '--organisation', 'riverside');
    await sql`update publish_lease set failures = 3, last_error = 'connect ECONNREFUSED 127.0.0.1:9000',
      retry_at = now() + interval '1 hour' where organisation_id = 'riverside'`.execute(database);
    const page = await dashboard.signedIn(await dashboard.token('operator'));
    await page.getByText('1 organisation needs attention.').waitFor();
    const look = async (name: string) => expect(await programsIn(page), name).toEqual([]);
    await look('organisations');
    // Nothing stands above the warning that looks as if all were well.
    const card = page.locator('.card', { hasText: 'Riverside' });
    expect(await card.getByText('up to date').count()).toBe(0);
    expect(await card.locator('.badge.strong').count()).toBe(0);
    await page.locator('summary', { hasText: 'New organisation' }).click();
    await page.locator('#new-name').fill('Riverside');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await look('an organisation that exists');

    for (const tab of tabs) {
      const own = tab === 'timetables' ? '' : `/${tab}`;
      await page.goto(`${dashboard.url}/#/organisations/riverside${own}`);
      await page.locator(`#app:not([aria-busy]) nav.tabs a[aria-current][href$="riverside${own}"]`).waitFor();
      await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
      for (const fold of await page.locator('details.fold > summary').all()) await fold.click();
      for (const list of await page.locator('details[open] > .findings').all())
        await list.locator('li').first().waitFor();
      await look(tab);
      if (tab === 'timetables' || tab === 'generations') {
        await page.getByText('Publishing failed 3 times').first().waitFor();
        await page.getByText('An earlier state is shown.').waitFor();
      }
      if (tab === 'audit') await page.getByText('30 links were created').waitFor();
    }
    const wrong = { name: 'plan.xml', mimeType: 'text/xml', buffer: Buffer.from('<timetable><lessons></timetable>') };
    await page.goto(`${dashboard.url}/#/organisations/other/imports`);
    await page.locator('#school-file').setInputFiles(wrong);
    await page.getByText('It cannot be read.').waitFor();
    await look('a file that is none');
    await page.goto(`${dashboard.url}/#/audit`);
    await page.locator('.sentence').first().waitFor();
    await look('audit of all');
    await page.goto(`${dashboard.url}/#/organisations/nowhere`);
    await page.getByRole('alert').waitFor();
    await look('an organisation that is none');
  });
});
