/** Something to wait for that may ring while nobody waits yet: take `next` first, look around, then wait for it. */
export type Alarm = { ring(): void; next(): Promise<void> };

/** An alarm that also rings, for good, when `signal` aborts. */
export function createAlarm(signal: AbortSignal): Alarm {
  let ring = () => {};
  let next = Promise.resolve();
  const arm = () => {
    next = new Promise((rang) => {
      ring = rang;
    });
  };
  arm();
  signal.addEventListener('abort', () => ring());
  return {
    ring: () => {
      ring();
      arm();
    },
    next: () => next,
  };
}
