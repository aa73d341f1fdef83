// Which cards of a lesson are one double or longer period. aSc writes one card for each period, so that two singles that
// touch look like a double; only the lesson's periods for each card tell.

export type PlacedCard = { period: number; rooms: readonly string[]; locked: boolean };

export type Span<Card> = { cards: Card[]; isWhole: boolean };

/**
 * The cards of one lesson on one day of one week, in spans of `length` periods next to each other.
 * @returns every card in one span; what is left over is in shorter ones, which are not whole
 */
export function formSpans<Card extends PlacedCard>(cards: readonly Card[], length: number): Span<Card>[] {
  if (length <= 1) return cards.map((card) => ({ cards: [card], isWhole: true }));
  return runsOf(cards).flatMap((run) => {
    // Doubles that touch are told apart by their rooms, where that leaves whole ones.
    const byRooms = splitByRooms(run);
    const parts = byRooms.every((part) => part.length % length === 0) ? byRooms : [run];
    return parts.flatMap((part) => {
      const starts = Array.from({ length: Math.ceil(part.length / length) }, (_, index) => index * length);
      return starts.map((start) => {
        const span = part.slice(start, start + length);
        return { cards: span, isWhole: span.length === length };
      });
    });
  });
}

/** Cards of periods that follow each other; two cards of the same period are in different runs. */
function runsOf<Card extends PlacedCard>(cards: readonly Card[]): Card[][] {
  const open = new Map<number, Card[][]>();
  const runs: Card[][] = [];
  for (const card of cards.toSorted(inOrder)) {
    const ending = open.get(card.period - 1) ?? [];
    // Of the last few that end here: a lesson has no more at one time, and a broken file may have thousands.
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

/** The order that cards have in the file is of no account. */
function inOrder(one: PlacedCard, other: PlacedCard): number {
  const [rest, others] = [one, other].map(({ rooms, locked }) => `${rooms.join()} ${locked}`) as [string, string]; // of two
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

export const sameRooms = (one: PlacedCard | undefined, other: PlacedCard | undefined): boolean =>
  one?.rooms.toSorted().join() === other?.rooms.toSorted().join();
