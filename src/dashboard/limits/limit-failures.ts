// Counts failed sign-ins of the last minute: of an address with one beginning of a token, of an address with any, and of a beginning
// from any address. Above a limit, a failed attempt is told to come again when the minute is over. A right token is always accepted.

/** How many may fail within a minute. */
const most = { ofBoth: 10, ofAddress: 50, ofBeginning: 50 };
const milliseconds = 60_000;

/** How many counts are kept; beyond that the oldest is forgotten. */
const mostCounts = 30_000;

export type FailureLimits = {
  /** @returns seconds until a failed sign-in counts anew; 0 below the limits */
  waitFor(address: string, beginning: string): number;
  failed(address: string, beginning: string): void;
};

/** @param now milliseconds of a clock that nobody sets: otherwise one that jumps ahead would forget, and one that jumps back never would */
export function createFailureLimits(now: () => number): FailureLimits {
  const counts = new Map<string, { began: number; failures: number }>();
  const countOf = (name: string) => {
    const count = counts.get(name);
    return count !== undefined && now() - count.began < milliseconds ? count : undefined;
  };
  const namesOf = (address: string, beginning: string) => {
    const network = networkOf(address);
    return [
      [`both ${network} ${beginning}`, most.ofBoth],
      [`address ${network}`, most.ofAddress],
      [`beginning ${beginning}`, most.ofBeginning],
    ] as const;
  };
  return {
    waitFor(address, beginning) {
      const waits = namesOf(address, beginning).map(([name, limit]) => {
        const count = countOf(name);
        return count === undefined || count.failures < limit ? 0 : count.began + milliseconds - now();
      });
      return Math.ceil(Math.max(...waits) / 1000);
    },
    failed(address, beginning) {
      for (const [name] of namesOf(address, beginning)) {
        const count = countOf(name) ?? { began: now(), failures: 0 };
        count.failures += 1;
        counts.delete(name);
        counts.set(name, count);
      }
      for (const name of counts.keys()) {
        if (counts.size <= mostCounts) break;
        counts.delete(name);
      }
    },
  };
}

/** One who has an IPv6 address has the 2^64 beside it too. */
export function networkOf(address: string): string {
  const bare = address
    .toLowerCase()
    .replace(/^::ffff:(?=[\d.]+$)/, '')
    .replace(/%.*$/, '');
  if (!bare.includes(':')) return bare;
  const [left = '', right] = bare.split('::');
  const groups = left === '' ? [] : left.split(':');
  const others = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - groups.length - others.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...others];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
