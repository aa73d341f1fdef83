// When the removal of organisations needs an operator's approval: that of many, or of more than half of all. A database that was
// emptied or restored from an old backup must not empty the store as well. The removal of a single organisation never needs it.

/** Up to this many are removed without approval, unless they are more than half of all. */
const maxWithoutApproval = 3;

/** Whether removing `count` of `total` organisations needs approval. */
export const isBulk = (count: number, total: number): boolean =>
  count > 1 && (count > maxWithoutApproval || count * 2 > total);
