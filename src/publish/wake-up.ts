/** Wakes one waiter. Where nobody waits yet, the next wait is over at once. */
export type WakeUp = {
  wake(): void;
  /** Waits until it is woken, or for so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
};

export function createWakeUp(): WakeUp {
  let woken = false;
  let wake = () => {};
  return {
    wake() {
      woken = true;
      wake();
    },
    async wait(milliseconds) {
      if (!woken) {
        await new Promise<void>((over) => {
          const timer = setTimeout(over, milliseconds);
          wake = () => {
            clearTimeout(timer);
            over();
          };
        });
      }
      woken = false;
    },
  };
}
