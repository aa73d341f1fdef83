// Keeps the link in this browser, together with what it showed last, so that the page opens again from the home screen and
// without a network. Both are one entry: when the link goes, what it showed goes with it. Without browser storage they last
// until the page is closed.

import type { PersonalTimetables } from '../../contract/types.generated.ts';

export type Seen = { my: PersonalTimetables; at: number };
type Kept = { token: string; seen: Seen | null };

const name = 'belfry-my';

let inPage: Kept | null = null;

function read(): Kept | null {
  try {
    const text = localStorage.getItem(name);
    // It was written below; nothing else writes under this name.
    return text === null ? inPage : (JSON.parse(text) as Kept);
  } catch {
    return inPage;
  }
}

function write(kept: Kept | null): boolean {
  inPage = kept;
  try {
    // First the old one goes, which must not stay when there is no room for the new one.
    localStorage.removeItem(name);
    if (kept !== null) localStorage.setItem(name, JSON.stringify(kept));
    return true;
  } catch {
    return false; // blocked, or full
  }
}

export const keptLink = {
  token: (): string | null => read()?.token ?? null,
  /** What the link showed last, and when, in milliseconds since 1970. */
  seen: (token: string): Seen | null => {
    const kept = read();
    return kept?.token === token ? kept.seen : null;
  },
  open(token: string): void {
    if (read()?.token !== token) write({ token, seen: null });
  },
  /** Keeps what the link shows, unless another page has forgotten the link in the meantime. */
  see(token: string, seen: Seen): void {
    if (read()?.token !== token) return;
    if (!write({ token, seen })) write({ token, seen: null });
  },
  /** Forgets what it showed, and keeps the link, which may show something again. */
  hide(token: string): void {
    if (read()?.token === token) write({ token, seen: null });
  },
  /** @param token forgets only this link; any if it is left out */
  forget(token?: string): void {
    if (token === undefined || read()?.token === token) write(null);
  },
};
