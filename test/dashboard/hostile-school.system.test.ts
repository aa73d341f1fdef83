// A school whose names are code, turn the direction of the text and do not break: in every place of the dashboard's page they are
// text, nothing of them runs, and the page stays readable. And the slips for the pupils of one of its classes.
// @module-tag long

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { ascXml, smallAsc } from '../formats/asc/asc-xml.ts';
import { noBrowser, screenshot, type WatchedPage } from '../pages/viewer/browser.ts';
import { violations } from '../pages/viewer/expect-readable.ts';
import { emptyScroll, overlaps } from '../pages/viewer/text-boxes.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { combine } from '../support/thoroughness.ts';
import { useDashboard } from './use-dashboard.ts';

const code = `<img src=x onerror="window.ran=1"><script>window.ran=2</script>'"\u202e`;
const hostile = `${code}${'W'.repeat(90)}`;
const names = ['name', 'shortName', 'label', 'shortLabel', 'buildingName', 'versionName', 'description', 'groupName'];
const words = ['parallelGroupName', 'lockReason', 'externalId', 'courseCode'];

/** The same with code in place of all that a person types. */
const spoiled = (document: Timetable): unknown =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    [...names, ...words].includes(key) && typeof value === 'string' ? `${value}${hostile}` : value,
  );

const calendar = {
  timeZone: 'Europe/Berlin',
  schoolDays: [1, 2, 3, 4, 5],
  counting: 'calendarWeeks',
  terms: [{ id: 't1', name: hostile, firstDay: 20260810, lastDay: 20261218 }],
  closures: [{ id: 'c1', name: hostile, firstDay: 20261012, lastDay: 20261016, classEntityIds: null }],
  exceptions: [
    { date: 20261127, name: hostile, kind: 'closed', classEntityIds: null },
    { date: 20261128, name: hostile, kind: 'runs', like: { week: 1, dayOfWeek: 1 }, classEntityIds: ['entity-cls_1'] },
  ],
};

describe.skipIf(noBrowser)('a hostile school', () => {
  const dashboard = useDashboard({ mean: hostile });
  let token: string;

  async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${dashboard.url}/control/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Prefer: 'wait=40' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text.slice(0, 500)}`).toBeLessThan(300);
    return text === '' ? {} : JSON.parse(text);
  }

  beforeAll(async () => {
    const created = await dashboard.run('admins', 'create', '--name', hostile, '--role', 'operator', '--json');
    token = JSON.parse(created).token;
    for (const id of ['v1', 'v2'])
      await ask('PUT', `/organisations/mean/timetables/${id}`, spoiled(publishedTimetable(id, { orgId: 'mean' })));
    await ask('POST', '/organisations/mean/builds', {});
    await sql`update lesson_unit set day_id = ${code} where version_id = 'v2' and local_id = 'lu_1'`.execute(
      dashboard.open.database,
    );
    await ask('PUT', '/organisations/mean/calendar', calendar);
    const key = await ask('POST', '/organisations/mean/keys', { name: hostile });
    await ask('POST', `/organisations/mean/keys/${key['id']}/rotate`, { overlapSeconds: 60 });
    for (const kind of ['class', 'teacher', 'room'])
      await ask('POST', '/organisations/mean/links', { allOf: [kind], name: hostile });
    await ask('PATCH', '/organisations/mean', { name: `${hostile} renamed` });
    await ask('POST', '/organisations/mean/builds', {});
  });

  const unfold = (page: WatchedPage) =>
    page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);

  /** What is in view is text, all of it on the page, and readable. */
  async function expectText(page: WatchedPage, where: string, language: string): Promise<void> {
    await unfold(page);
    expect(await page.evaluate('window.ran ?? null'), where).toBeNull();
    expect(await page.locator('#app img[src], #app script').count(), where).toBe(0);
    expect(await overlaps(page), where).toEqual([]);
    expect(await emptyScroll(page), where).toBeLessThanOrEqual(1);
    expect(await violations(page), where).toEqual([]);
    await screenshot(page, `dashboard-hostile-${language}${where.replace(/\W+/g, '-')}`);
  }

  /** For each view how many times its names are shown at least. */
  const views: [hash: string, times: number][] = [
    ['#/', 1],
    ['#/audit', 4],
    ['#/organisations/mean', 4],
    ['#/organisations/mean/keys', 4],
    ['#/organisations/mean/links', 4],
    ['#/organisations/mean/calendar', 3],
    ['#/organisations/mean/generations', 1],
    ['#/organisations/mean/audit', 4],
    ['#/organisations/mean/settings', 1],
  ];

  test.each(combine(['en', 'ar'], [360, 1366]))('in every view is text, in %s at %i px', async (locale, width) => {
    const page = await dashboard.signedIn(token, '#/', { locale, viewport: { width, height: 800 } });
    for (const [hash, times] of views) {
      await page.goto(`${dashboard.url}/${hash}`);
      await page.locator('#app:not([aria-busy]) h1').waitFor();
      const shown = async () => {
        await unfold(page);
        return (await page.locator('#app').innerText()).split('onerror').length - 1;
      };
      await expect.poll(shown, { message: hash }).toBeGreaterThanOrEqual(times);
      await expectText(page, hash, `${locale}-${width}`);
    }
    page.expectClean();
  });

  test('in what is withheld and warned of, in the questions before a change, and in what is made is text', async () => {
    const page = await dashboard.signedIn(token, '#/organisations/mean', { viewport: { width: 360, height: 800 } });
    const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
    const questioned = async (name: string) => {
      await button(name).click();
      await page.getByRole('dialog').getByText('onerror').first().waitFor();
      await expectText(page, `the question of ${name}`, 'en');
      await page.keyboard.press('Escape');
    };
    await page.locator('#withheld-v2 summary').click();
    await page.locator('#withheld-v2 .findings').getByText('onerror').first().waitFor();
    await page.locator('#warned-v1 summary').click();
    await page.locator('#warned-v1 .findings').getByText('change the direction of writing').first().waitFor();
    await questioned('Delete');
    await page.goto(`${dashboard.url}/#/organisations/mean/keys`);
    await page.getByLabel('What the key is for').waitFor();
    await questioned('Revoke');
    await questioned('Rotate');
    await page.getByLabel('What the key is for').fill(hostile);
    await button('Generate the key').click();
    await page.locator('#new-key').waitFor();
    await expectText(page, 'a new key', 'en');
    // A key that is shown this once is not left without a question.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(`${dashboard.url}/#/organisations/mean/links`);
    await page.getByLabel('The link shows a').waitFor();
    await questioned('Revoke');
    await page.getByLabel('Search for a name').fill('onerror');
    await page.getByRole('option', { name: 'onerror' }).first().waitFor({ state: 'attached' });
    await expectText(page, 'the names to choose from', 'en');
    page.expectClean();
  });

  test("in the report of a school's file, its name included, is text", async () => {
    const page = await dashboard.signedIn(token, '#/organisations/mean/imports', {
      viewport: { width: 360, height: 800 },
    });
    const escaped = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const xml = ascXml(smallAsc()).replaceAll(/\b((?:short|last|first)?name|short)="/g, `$1="${escaped}`);
    const send = async (content: string, said: RegExp) => {
      const file = { name: `${code}.xml`, mimeType: 'text/xml', buffer: Buffer.from(content) };
      await page.getByLabel('The school’s files').setInputFiles(file);
      await page.getByRole('button', { name: 'Try the files', exact: true }).click();
      await page.getByText(said).first().waitFor();
      await expectText(page, `#/imports ${said}`, 'en');
      return page.locator('#app').innerText();
    };
    expect(await send(xml, /It can be stored|not be stored|other school/)).toContain('onerror');
    const broken = xml.replace(/(<card [^>]*?)lessonid="[^"]*"/, `$1lessonid="${escaped}"`).replace('</timetable>', '');
    expect(await send(broken, /cannot be/)).toContain('onerror');
    page.expectClean();
  });

  test('the slips for a class are those of its pupils, with their names, and print alone', async () => {
    const [pupil] = smallTimetable().students ?? [];
    if (pupil === undefined) throw new Error('it has a student');
    const another = (number: number, name: string, classId: string) => ({
      ...{ ...pupil, localId: `stu_${number}`, entityId: `entity-stu_${number}`, name, classId },
    });
    const students = [pupil, another(2, `Ann ${code}`, 'cls_1'), another(3, 'Cy', 'cls_2')];
    const published = {
      status: 'published',
      publishedAt: '2026-08-20T10:00:00.000Z',
      effectiveFrom: 20260901,
    } as const;
    const document = smallTimetable({ id: 'v3', groupId: 'pupils', orgId: 'mean', students, ...published });
    await ask('PUT', '/organisations/mean/timetables/v3', document);
    const page = await dashboard.signedIn(token, '#/organisations/mean/links', {
      viewport: { width: 360, height: 800 },
    });
    const ofClass = page.locator('#link-class');
    expect(await ofClass.isVisible()).toBe(false);
    await page.getByLabel('The link shows a').selectOption('student');
    await page.getByLabel('One link for each that has none yet').check();
    await ofClass.selectOption('entity-cls_1');
    await page.getByRole('button', { name: 'Create links', exact: true }).click();
    await expect.poll(() => page.locator('.slip').count()).toBe(2);
    const slips = await page.locator('.slip-name').allInnerTexts();
    expect(slips).toEqual([expect.stringContaining('Ann <img'), 'Bo']);
    expect(await page.getByRole('img', { name: /^QR code/ }).count()).toBe(2);
    await expectText(page, 'the slips of a class', 'en');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.slip').first().isVisible()).toBe(true);
    for (const other of ['header', '.card', 'form']) expect(await page.locator(other).first().isVisible()).toBe(false);
    page.expectClean();
  });
});
