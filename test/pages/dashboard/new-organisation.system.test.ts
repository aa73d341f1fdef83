// A new organisation in the dashboard's page: its id follows from its name, until somebody chooses another.

import { describe, expect, test } from 'vitest';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { noBrowser } from '../viewer/browser.ts';

describe.skipIf(noBrowser)('a new organisation', () => {
  const dashboard = useDashboard({ riverside: 'Riverside' });

  test('has the id of its name, or the one that is typed', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/');
    await page.locator('summary', { hasText: 'New organisation' }).click();
    const [name, id] = [page.locator('#new-name'), page.locator('#new-id')];
    await name.fill('École Jean Moulin');
    expect(await id.inputValue()).toBe('ecole-jean-moulin');
    await id.fill('moulin');
    await name.fill('Collège Jean Moulin');
    expect(await id.inputValue()).toBe('moulin');
    await id.fill('');
    await name.fill('Collège Moulin');
    expect(await id.inputValue()).toBe('college-moulin');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/#\/organisations\/college-moulin$/);
    page.expectClean();
  });
});
