// Finds what one card of a lesson of doubles stands for. aSc 2012 writes one card for each hour, aSc 2008 one for the whole
// double. The number of cards tells them apart, and where it does not, the other lessons of the file do.

import type { CardUnit } from './read-cards.ts';

export type CardForm = 'hour' | 'whole';

/**
 * @param due hours of the lesson in the whole cycle
 * @returns null where the cards of this lesson do not tell
 */
export function cardFormOf(cards: readonly CardUnit[], length: number, due: number | null): CardForm | null {
  if (length <= 1 || due === null || cards.length === 0) return null;
  if (cards.length === due || haveHoursTogether(cards, length)) return 'hour';
  return cards.length * length === due ? 'whole' : null;
}

/** Whether two cards are so near to each other that they cannot both be whole. */
function haveHoursTogether(cards: readonly CardUnit[], length: number): boolean {
  const places = cards.flatMap(({ at }) => at ?? []);
  const inOrder = places.toSorted(
    (one, other) => one.week - other.week || one.day - other.day || one.period - other.period,
  );
  return inOrder.some((at, index) => {
    const next = inOrder[index + 1];
    return next?.week === at.week && next.day === at.day && next.period - at.period < length;
  });
}

/** One card for each hour: those that follow are in the same rooms. An hour after the last period has no place. */
export const expandCards = (cards: readonly CardUnit[], length: number, periods: number): CardUnit[] =>
  cards.flatMap((card) =>
    Array.from({ length }, (_, hour) => {
      const period = card.at === null ? periods : card.at.period + hour;
      return { ...card, at: card.at === null || period >= periods ? null : { ...card.at, period } };
    }),
  );
