// Groups the cards of a lesson into double and longer periods. aSc writes one card for each period, so two adjacent
// singles look like a double. Only the lesson's number of periods per card tells them apart.

export type PlacedCard = { period: number; rooms: readonly string[]; locked: boolean };

export type Span<Card> = { cards: Card[]; isComplete: boolean };

/**
 * Splits the cards of one lesson on one day of one week into spans of `length` adjacent periods.
 * @returns every card in exactly one span; leftover cards form shorter, incomplete spans
 */
export function formSpans<Card extends PlacedCard>(cards: readonly Card[], length: number): Span<Card>[] {
  if (length <= 1) return cards.map((card) => ({ cards: [card], isComplete: true }));
  return runsOf(cards).flatMap((run) => {
    // Adjacent doubles are separated by their rooms where that gives complete spans.
    const byRooms = splitByRooms(run);
    const parts = byRooms.every((part) => part.length % length === 0) ? byRooms : [run];
    return parts.flatMap((part) => {
      const starts = Array.from({ length: Math.ceil(part.length / length) }, (_, index) => index * length);
      return starts.map((start) => {
        const span = part.slice(start, start + length);
        return { cards: span, isComplete: span.length === length };
      });
    });
  });
}

/** Runs of cards in consecutive periods. Two cards in the same period go to different runs. */
function runsOf<Card extends PlacedCard>(cards: readonly Card[]): Card[][] {
  const open = new Map<number, Card[][]>();
  const runs: Card[][] = [];
  for (const card of cards.toSorted(inOrder)) {
    const ending = open.get(card.period - 1) ?? [];
    // Only the last few runs are searched: a lesson has few at one time, and a broken file may have thousands.
    const few = ending.slice(-20);
    const same = few.findLastIndex((run) => sameRooms(run.at(-1), card));
    const [run = []] = ending.splice(ending.length - (same < 0 ? 1 : few.length - same), 1);
    if (run.length === 0) runs.push(run);
    run.push(card);
    const here = open.get(card.period);
    if (here === undefined) open.set(card.period, [run]);
    else here.push(run);
  }
  return runs;
}

/** Makes the result independent of the order of the cards in the file. */
function inOrder(one: PlacedCard, other: PlacedCard): number {
  const [rest, others] = [one, other].map(({ rooms, locked }) => `${rooms.join()} ${locked}`) as [string, string]; // two in, two out
  return one.period - other.period || (rest < others ? -1 : rest > others ? 1 : 0);
}

function splitByRooms<Card extends PlacedCard>(run: readonly Card[]): Card[][] {
  const parts: Card[][] = [];
  for (const card of run) {
    const last = parts.at(-1);
    if (last !== undefined && sameRooms(last.at(-1), card)) last.push(card);
    else parts.push([card]);
  }
  return parts;
}

/** The units of one card share its list, which may be long; other lists of different lengths differ. */
export const sameRooms = (one: PlacedCard | undefined, other: PlacedCard | undefined): boolean =>
  one?.rooms === other?.rooms ||
  (one?.rooms.length === other?.rooms.length && one?.rooms.toSorted().join() === other?.rooms.toSorted().join());
