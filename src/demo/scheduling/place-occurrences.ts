// The scheduler: gives every occurrence a time at which nobody and no room in it is taken. The hardest go first; one that
// finds nothing free takes the slots that disturb least and sends their holders back to the queue. Whoever has been sent
// back often is disturbed less, which keeps two occurrences from chasing each other for ever.
import { groupedBy } from '../plan/grouped-by.ts';
import type { Slot } from './bell-slots.ts';
import { openBookings } from './bookings.ts';
import type { ChooseRooms } from './choose-rooms.ts';
import { type Occurrence, occupied, type Placement } from './occurrence.ts';

export interface Problem {
  occurrences: readonly Occurrence[];
  /** The stretches of slots open to an occurrence; none when its classes keep different bells. */
  runsOf: (occurrence: Occurrence) => readonly Slot[][];
  chooseRooms: ChooseRooms;
  /** Placements of an earlier version, by occurrence id, to keep where possible. */
  kept: ReadonlyMap<string, Placement>;
  /** What people and rooms do in other timetables, put into slots of this one. */
  elsewhere: readonly Placement[];
  random: () => number;
}

const patience = 20_000;

export function placeOccurrences(problem: Problem): Placement[] {
  const { occurrences, elsewhere, kept, runsOf } = problem;
  const bookings = openBookings();
  const placed = new Map<string, Placement>();
  const disturbed = new Map<string, number>();
  const siblings = groupedBy(occurrences, ({ spreadKey }) => spreadKey);
  const immovable = new Set(elsewhere);
  for (const placement of elsewhere) bookings.book(placement);

  const queue: Occurrence[] = [];
  for (const occurrence of occurrences) {
    const before = kept.get(occurrence.id);
    const placement = before && { ...before, occurrence };
    if (placement && bookings.holders(occupied(placement), placement.slots).size === 0) settle(placement);
    else queue.push(occurrence);
  }
  queue.sort((one, other) => difficulty(one) - difficulty(other));

  for (let steps = 0; ; steps++) {
    const occurrence = queue.pop();
    if (!occurrence) return occurrences.map((each) => placed.get(each.id) ?? unplaced(each));
    const runs = runsOf(occurrence);
    if (runs.length === 0) continue;
    const best = cheapestOffer(occurrence, runs);
    if (!best || steps > patience) throw new Error(`the demo school has no time for ${occurrence.id}`);
    for (const holder of best.holders) withdraw(holder);
    settle(best.placement);
  }

  function cheapestOffer(occurrence: Occurrence, runs: readonly Slot[][]): Offer | undefined {
    let best: Offer | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const slots of runs) {
      const fit = unevenness(occurrence, slots) + problem.random();
      // Rooms can only add to what the people cost.
      if (fit + disturbance(bookings.holders(occurrence.people, slots)) >= lowest) continue;
      const rooms = problem.chooseRooms(occurrence, slots, bookings.isFree);
      const placement = { occurrence, slots, rooms };
      const holders = bookings.holders(occupied(placement), slots);
      const cost = fit + disturbance(holders);
      if (cost >= lowest) continue;
      lowest = cost;
      best = { placement, holders };
    }
    return best;
  }

  function disturbance(holders: Set<Placement>): number {
    let cost = 0;
    for (const holder of holders) {
      if (immovable.has(holder) || holder.occurrence.pin) return Number.POSITIVE_INFINITY;
      cost += 100 * (1 + (disturbed.get(holder.occurrence.id) ?? 0)) * holder.occurrence.length;
    }
    return cost;
  }

  /** Twice on one day is bad, twice in one week of the cycle a little, late in the day a very little. */
  function unevenness(occurrence: Occurrence, [slot]: Slot[]): number {
    if (!slot) return 0;
    let cost = slot.periodIndex / 2;
    for (const sibling of siblings.get(occurrence.spreadKey) ?? []) {
      const [other] = placed.get(sibling.id)?.slots ?? [];
      if (other?.dayId === slot.dayId) cost += 12;
      if (other?.weekInCycle === slot.weekInCycle) cost += 1;
    }
    return cost;
  }

  function settle(placement: Placement): void {
    bookings.book(placement);
    placed.set(placement.occurrence.id, placement);
  }

  function withdraw(placement: Placement): void {
    const { occurrence } = placement;
    bookings.cancel(placement);
    placed.delete(occurrence.id);
    disturbed.set(occurrence.id, (disturbed.get(occurrence.id) ?? 0) + 1);
    queue.push(occurrence);
  }
}

interface Offer {
  placement: Placement;
  /** Who has to move for it. */
  holders: Set<Placement>;
}

function difficulty({ pin, people, length }: Occurrence): number {
  return (pin ? 10_000 : 0) + people.length + 10 * length;
}

const unplaced = (occurrence: Occurrence): Placement => ({
  occurrence,
  slots: [],
  rooms: new Map(occurrence.groups.map((group) => [group.id, group.roomMode === 'all' ? group.roomIds : []])),
});
