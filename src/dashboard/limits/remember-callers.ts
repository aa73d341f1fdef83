// Remembers whose share a token or a cookie takes, by its hash, before the database is asked again. It lets nobody in.

import type { Taker } from './create-slots.ts';

const most = 5_000;

export type RememberedCallers = {
  find(credential: string): Taker | null;
  remember(credential: string, taker: Taker): void;
  forget(credential: string): void;
};

export function rememberCallers(sha256: (text: string) => string): RememberedCallers {
  const takers = new Map<string, Taker>();
  return {
    find: (credential) => takers.get(sha256(credential)) ?? null,
    remember(credential, taker) {
      const hash = sha256(credential);
      takers.delete(hash);
      takers.set(hash, taker);
      for (const oldest of takers.keys()) {
        if (takers.size <= most) break;
        takers.delete(oldest);
      }
    },
    forget(credential) {
      takers.delete(sha256(credential));
    },
  };
}
