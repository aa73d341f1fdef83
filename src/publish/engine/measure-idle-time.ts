// How long others let this process wait. Time that it spends with work of its own is not counted: an answer that arrives meanwhile
// is only read later, and would make its giver look slow.

/** Begins to count. @returns the milliseconds since then in which this thread had nothing to do but wait */
export function measureIdleTime(): () => number {
  const before = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(before).idle;
}
