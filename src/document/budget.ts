// A limit on the steps of a check whose work could grow faster than the document, such as comparing units in pairs. A check
// that spends its budget stops and says so.

export type Budget = {
  /** @returns false when the budget is spent: the check stops */
  spend(steps: number): boolean;
  isSpent(): boolean;
};

/** @param whole a budget that this one is a part of */
export function createBudget(steps: number, whole?: Budget): Budget {
  let left = steps;
  return {
    spend(taken) {
      left -= taken;
      const isWithinWhole = whole?.spend(taken) ?? true;
      return left >= 0 && isWithinWhole;
    },
    isSpent: () => left < 0 || whole?.isSpent() === true,
  };
}
