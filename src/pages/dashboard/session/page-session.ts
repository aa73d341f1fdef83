// The half of the session's secret that this page keeps in its origin. The other half is a cookie, which a browser sends to every
// port of the host; this one only pages of this port can read. All tabs have it, until somebody signs out.

const name = 'belfry-session';

/** Without browser storage it lasts until the page is closed. */
let inPage: string | null = null;

export const pageSession = {
  read(): string | null {
    try {
      return localStorage.getItem(name) ?? inPage;
    } catch {
      return inPage;
    }
  },
  keep(half: string | null): void {
    inPage = half;
    try {
      if (half === null) localStorage.removeItem(name);
      else localStorage.setItem(name, half);
    } catch {
      // Kept in memory, as described above.
    }
  },
};

/** What each call sends beside the cookie. */
export const sessionHeaders = (): Record<string, string> => {
  const half = pageSession.read();
  return half === null ? {} : { 'Belfry-Session': half };
};
