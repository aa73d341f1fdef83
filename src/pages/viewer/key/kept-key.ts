// Keeps the key in this browser: in the tab, or on the device if the reader asks for it. Without browser storage it lasts until
// the page is closed.

export const name = 'belfry-key';
/** What the reader looked at, which goes with the key (kept-looks.ts). */
export const looks = 'belfry-looks';

/** Null where the browser blocks its storage, which it does by throwing. */
function storage(which: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return window[which];
  } catch {
    return null;
  }
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null; // blocked, or full
  }
}

let inPage: string | null = null;

export const keptKey = {
  read: (): string | null =>
    inPage ??
    attempt(() => storage('sessionStorage')?.getItem(name) ?? null) ??
    attempt(() => storage('localStorage')?.getItem(name) ?? null),
  /** @param onDevice for all tabs, and after the browser was closed; otherwise for this tab */
  keep(key: string, onDevice: boolean): void {
    inPage = key;
    attempt(() => storage('sessionStorage')?.setItem(name, key));
    if (onDevice) attempt(() => storage('localStorage')?.setItem(name, key));
  },
  forget(): void {
    inPage = null;
    for (const each of [name, looks]) {
      attempt(() => storage('sessionStorage')?.removeItem(each));
      attempt(() => storage('localStorage')?.removeItem(each));
    }
  },
};

/** The key in what was pasted: guides and logs write "Authorization: Bearer belfry_...". */
export const keyIn = (pasted: string): string =>
  pasted
    .trim()
    .replace(/^authorization\s*:\s*/i, '')
    .replace(/^bearer\s+/i, '')
    .replace(/^(["'`])(.*)\1$/, '$2')
    .trim();
