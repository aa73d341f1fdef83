// When a removal needs an operator's approval: that of many organisations, of many keys of several organisations, or of more
// than half of either. A database that was emptied or restored from an old backup must not empty the store as well. The
// removal of a single organisation or of its keys never needs it.

/** Up to this many are removed without approval, unless they are more than half of all. */
export const maxWithoutApproval = { organisations: 3, keys: 50 } as const;

/** Whether removing `count` of `total` items, which belong to so many organisations, needs approval. */
export const isBulk = (
  kind: keyof typeof maxWithoutApproval,
  count: number,
  total: number,
  organisations: number,
): boolean => organisations > 1 && (count > maxWithoutApproval[kind] || count * 2 > total);
