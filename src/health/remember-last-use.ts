// When each key was last used, kept in memory by the key's id and to the minute, since a server writes nothing. The request path
// calls `note` for every accepted key, so it costs a lookup, and a change of the map once a minute for each key.

/** Key ids with the minute of their last use, counted from 1970. */
export type LastUse = ReadonlyMap<string, number>;

export type RememberedUse = {
  /** A key was accepted. @param at in milliseconds since 1970 */
  note(keyId: string, at: number): void;
  read(): LastUse;
};

/** How many keys a server remembers; with more, it forgets the one that was not used for longest. About 5 MB. */
const mostKeys = 50_000;

export const millisecondsOfMinute = 60_000;

export function rememberLastUse(most = mostKeys): RememberedUse {
  /** The key that was not used for longest comes first. */
  const minutes = new Map<string, number>();
  return {
    note(keyId, at) {
      const minute = Math.floor(at / millisecondsOfMinute);
      if (minutes.get(keyId) === minute) return;
      minutes.delete(keyId); // so that it moves to the end
      minutes.set(keyId, minute);
      if (minutes.size <= most) return;
      for (const [oldest] of minutes) {
        minutes.delete(oldest);
        return;
      }
    },
    read: () => minutes,
  };
}

/** The newest use of each key that any of them knows; with more than `most` keys, those that were used last. */
export function newestUse(parts: Iterable<LastUse>, most = mostKeys): LastUse {
  const newest = new Map<string, number>();
  for (const part of parts)
    for (const [keyId, minute] of part) if ((newest.get(keyId) ?? -1) < minute) newest.set(keyId, minute);
  if (newest.size <= most) return newest;
  return new Map([...newest].sort(([, one], [, other]) => other - one).slice(0, most));
}

/** As the admin port shows it: ids and moments, nothing of the keys themselves. */
export const describeLastUse = (uses: LastUse): { keys: Record<string, string> } => ({
  keys: Object.fromEntries(
    Array.from(uses, ([keyId, minute]) => [keyId, new Date(minute * millisecondsOfMinute).toISOString()]),
  ),
});
