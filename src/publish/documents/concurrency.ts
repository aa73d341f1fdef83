// Limits concurrency: while one document is read, another is checked and a third is compressed and written. The limit on
// documents is for the whole process, so memory use does not grow with the number of organisations built at once.

/** How many documents are in memory at once: one being read, one being checked, one being written. */
export const maxDocuments = 3;

/** Runs work on one document when a slot is free. */
export type WithSlot = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createSlots(count: number): WithSlot {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const enter = waiting.shift();
      if (enter === undefined) free += 1;
      else enter();
    }
  };
}

/** The slots that all publishers of the program share. */
export const sharedSlots = createSlots(maxDocuments);

/** Runs work of one name one after the other, in the order in which it was asked for. */
export function createTurns(): <Result>(name: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}

export type AtWork = {
  /** Runs work of this name, beside other work of the name. */
  during<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Whether there is work of this name. */
  has(name: string): boolean;
};

/** Tells of which names there is work. */
export function createAtWork(): AtWork {
  const counts = new Map<string, number>();
  return {
    async during(name, work) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const left = (counts.get(name) ?? 1) - 1;
        if (left === 0) counts.delete(name);
        else counts.set(name, left);
      }
    },
    has: (name) => counts.has(name),
  };
}
