// Keeps in this browser up to which change the reader has seen what changed: for each organisation from the first look on, and for
// the classes, teachers and rooms that were looked at last. Without browser storage nothing is said to have changed.

/** Classes, teachers and rooms that are remembered of an organisation. */
const mostSeen = 20;

type Looks = { first: string; seen: Record<string, string> };

const nameFor = (organisationId: string) => `belfry-looks-${organisationId}`;

function read(organisationId: string): Looks | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameFor(organisationId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('first' in kept) || !('seen' in kept)) return null;
    const { first, seen } = kept;
    if (typeof first !== 'string' || typeof seen !== 'object' || seen === null) return null;
    const known = Object.entries(seen).filter(([, id]) => typeof id === 'string');
    return { first, seen: Object.fromEntries(known) };
  } catch {
    return null; // blocked, or written by something else
  }
}

export const keptLooks = {
  /** The id of the last change that the reader has seen of one class, teacher or room; null at the first look. */
  last(organisationId: string, of: string): string | null {
    const looks = read(organisationId);
    return looks === null ? null : (looks.seen[of] ?? looks.first);
  },
  /** @param id of the last change by now */
  keep(organisationId: string, of: string, id: string): void {
    const { first, seen } = read(organisationId) ?? { first: id, seen: {} };
    const { [of]: _, ...others } = seen;
    const recent = [...Object.entries(others), [of, id] as const].slice(-mostSeen);
    try {
      localStorage.setItem(nameFor(organisationId), JSON.stringify({ first, seen: Object.fromEntries(recent) }));
    } catch {
      // Then it is told again.
    }
  },
};
