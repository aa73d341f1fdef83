// What holds for every page: no text overlaps another, the page does not scroll beyond its content, and no accessibility
// rule is violated.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { combine } from '../../support/thoroughness.ts';
import { screenshot } from './browser.ts';
import { emptyScroll, overlaps, smallTargets } from './text-boxes.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe-core finds, one line for each rule, and what is too small to be pressed.
 * @param rules the rules to check, all by default
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const found = await page.evaluate<string[]>(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html + ' ' + nodes[0].failureSummary))`,
  );
  return rules === undefined ? [...found, ...(await smallTargets(page))] : found;
}

const twoFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** Checks the page in each direction and width. @param finders return problems, one line each */
export async function expectNothingOverlaps(
  page: Page,
  widths: readonly number[],
  finders: readonly ((page: Page) => Promise<string[]>)[] = [overlaps],
): Promise<void> {
  for (const [direction, width] of combine(['rtl', 'ltr'], widths)) {
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(twoFrames); // rows are aligned anew in a frame of their own
    for (const find of finders) expect(await find(page), `${direction} ${width}`).toEqual([]);
    expect(await emptyScroll(page), `${direction} ${width}`).toBeLessThanOrEqual(1);
  }
  await page.evaluate(`document.documentElement.dir = 'ltr'`);
}

// Only colours differ in the dark.
const rulesIn = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] };

/** In these colour schemes; a thorough run keeps a picture of each, called `name`. */
export async function expectAccessible(
  page: Page,
  name: string,
  colorSchemes: readonly (keyof typeof rulesIn)[],
): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 800 });
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, rulesIn[colorScheme]), colorScheme).toEqual([]);
    await screenshot(page, `${name}-${colorScheme}`);
  }
}
