// Lets so many at a time go on, and the others wait: organisations take turns, and of one admin so many go on at once. So who asks a
// thousand times waits for itself, and keeps nobody else waiting for more than one of its calls.

import { createSlots, type SlotLimits, type Taker } from './create-slots.ts';
import type { GiveBack } from './take-for-request.ts';

type Turn = {
  /** Resolves when it may go on. Rejects when the turn is given back before. */
  comes: Promise<void>;
  giveBack: GiveBack;
};

export type Turns = {
  /** @returns null when too many of these wait already */
  take(taker: Taker): Turn | null;
  /** How many go on or wait. */
  held(): number;
};

type Waiting = { taker: Taker; goOn(running: GiveBack): void };

/** @param all how many go on or wait; there is never more than one for each connection */
export function createTurns(atOnce: SlotLimits, all: SlotLimits): Turns {
  const [running, places] = [createSlots(atOnce), createSlots(all)];
  /** By organisation: whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>();

  /** @returns whether somebody may go on */
  function advanceOne(): boolean {
    for (const [party, those] of waiting)
      for (const each of those) {
        const giveBack = running.take(each.taker);
        // Another admin of the same organisation may still go on.
        if (giveBack === null) continue;
        leave(party, each);
        // The others of the organisation wait until all other organisations had their turn.
        const others = waiting.get(party);
        if (others !== undefined) waiting.delete(party);
        if (others !== undefined) waiting.set(party, others);
        each.goOn(giveBack);
        return true;
      }
    return false;
  }
  const advance = () => {
    while (advanceOne());
  };

  function leave(party: string, own: Waiting): void {
    const others = waiting.get(party)?.filter((each) => each !== own) ?? [];
    if (others.length > 0) waiting.set(party, others);
    else waiting.delete(party);
  }

  return {
    take(taker) {
      const place = places.take(taker);
      if (place === null) return null;
      const party = taker.organisationId ?? `admin ${taker.adminId}`;
      let end: GiveBack = () => {};
      let isHeld = true;
      const comes = new Promise<void>((goOn, giveUp) => {
        const own: Waiting = {
          taker,
          goOn(giveBack) {
            end = giveBack;
            goOn();
          },
        };
        end = () => {
          leave(party, own);
          giveUp(new Error('nobody waits for it any more'));
        };
        waiting.set(party, [...(waiting.get(party) ?? []), own]);
      });
      comes.catch(() => {}); // its waiter is told too
      advance();
      return {
        comes,
        giveBack() {
          if (!isHeld) return;
          isHeld = false;
          end();
          place();
          advance();
        },
      };
    },
    held: places.held,
  };
}
