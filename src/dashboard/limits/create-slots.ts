// Counts what can be held by so many at a time: listeners, uploads, their bytes, jobs. Each admin and each organisation has a share,
// and the last quarter is for organisations that hold nothing yet, so that nobody can take all of it from the others.

import type { GiveBack } from './take-for-request.ts';

/** Whose share it is. `organisationId`: the one that a call is about, or else that of the admin; null for none. */
export type Taker = { adminId: string; organisationId: string | null };

/** How much is there for all, and how much of it one organisation and one admin may hold. */
export type SlotLimits = { all: number; ofOrganisation: number; ofAdmin: number };

export type Slots = {
  /** @returns gives it back, once; null when the share is used up */
  take(taker: Taker, amount?: number): GiveBack | null;
  /** How much is held by all together. */
  held(): number;
};

export function createSlots({ all, ofOrganisation, ofAdmin }: SlotLimits): Slots {
  const holders = new Map<string, number>();
  let total = 0;
  const heldBy = (name: string) => holders.get(name) ?? 0;
  const add = (name: string, amount: number) => {
    const held = heldBy(name) + amount;
    if (held === 0) holders.delete(name);
    else holders.set(name, held);
  };
  return {
    take({ adminId, organisationId }, amount = 1) {
      const admin = `admin ${adminId}`;
      // An admin of all of them, who asks about none, is a party by itself.
      const organisation = organisationId === null ? `party ${adminId}` : `organisation ${organisationId}`;
      const most = heldBy(organisation) === 0 ? all : Math.ceil(all * 0.75);
      if (total + amount > most || heldBy(admin) + amount > ofAdmin) return null;
      if (heldBy(organisation) + amount > ofOrganisation) return null;
      let isHeld = true;
      const change = (by: number) => {
        total += by;
        add(admin, by);
        add(organisation, by);
      };
      change(amount);
      return () => {
        if (isHeld) change(-amount);
        isHeld = false;
      };
    },
    held: () => total,
  };
}
