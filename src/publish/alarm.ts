/** Wakes one waiter. It may ring while nobody waits yet: then the next wait is over at once. */
export type Alarm = {
  ring(): void;
  /** Waits until it rings, or for so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
};

export function createAlarm(): Alarm {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    async wait(milliseconds) {
      if (!rung) {
        await new Promise<void>((over) => {
          const timer = setTimeout(over, milliseconds);
          wake = () => {
            clearTimeout(timer);
            over();
          };
        });
      }
      rung = false;
    },
  };
}
