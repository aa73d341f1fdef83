// Fingers on a touch screen, as the browser's own input: the browser decides what of it scrolls, and what the page is told.

import type { Page } from 'playwright-core';

type Point = readonly [x: number, y: number];

const steps = 8;

/** @param at where each finger is at a step of its way */
async function touch(page: Page, at: (step: number) => { x: number; y: number; id: number }[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= steps; step++)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Puts a finger down, moves it in a straight line, and lifts it. */
export const drag = (page: Page, [fromX, fromY]: Point, [toX, toY]: Point): Promise<void> =>
  touch(page, (step) => [
    { id: 1, x: fromX + ((toX - fromX) * step) / steps, y: fromY + ((toY - fromY) * step) / steps },
  ]);

/** Two fingers that part from each other, to the sides. */
export const pinch = (page: Page, [x, y]: Point): Promise<void> =>
  touch(page, (step) => [
    { id: 1, x: x - 20 - 12 * step, y },
    { id: 2, x: x + 20 + 12 * step, y },
  ]);
