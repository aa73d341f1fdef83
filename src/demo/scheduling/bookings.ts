// Who and what is taken when. Answers the one question of the scheduler: whom would this placement disturb?
// Moments are compared by the clock, so a teacher is not sent to two bell schedules at once.
import type { Slot } from './bell-slots.ts';
import { occupied, type Placement } from './occurrence.ts';

export interface Bookings {
  /** The placements that hold one of these at that time. */
  holders(resources: readonly string[], slots: readonly Slot[]): Set<Placement>;
  isFree(resource: string, slots: readonly Slot[]): boolean;
  book(placement: Placement): void;
  cancel(placement: Placement): void;
}

export function openBookings(): Bookings {
  const pages = new Map<string, (Placement | undefined)[]>();

  function holders(resources: readonly string[], slots: readonly Slot[]): Set<Placement> {
    const found = new Set<Placement>();
    for (const resource of resources) {
      const page = pages.get(resource);
      if (!page) continue;
      for (const slot of slots) {
        for (const index of slot.sameMoment) {
          const holder = page[index];
          if (holder) found.add(holder);
        }
      }
    }
    return found;
  }

  function write(placement: Placement, entry: Placement | undefined): void {
    for (const resource of occupied(placement)) {
      const page = pages.get(resource) ?? [];
      pages.set(resource, page);
      for (const slot of placement.slots) page[slot.index] = entry;
    }
  }

  return {
    holders,
    isFree: (resource, slots) => holders([resource], slots).size === 0,
    book: (placement) => write(placement, placement),
    cancel: (placement) => write(placement, undefined),
  };
}
