// Pairs what two versions have, the most alike first. One rule for whoever compares: the feed of what changed pairs lesson units, the
// client and the viewer pair the lessons of one class, teacher or room.

export type Keyed<Item, Part extends string> = { item: Item; keys: Readonly<Record<Part, string>> };
/** @template Level how alike two are */
export type AlikePair<Item, Part extends string, Level> = {
  before: Keyed<Item, Part>;
  after: Keyed<Item, Part>;
  level: Level;
};

/**
 * @param levels the parts that two must have in common, the most alike first
 * @param keysOf the parts of an item, as texts
 * @param orderOf a text of everything that an item shows: so the pairs depend on neither order, and both directions give the same
 * @returns all pairs, also of what does not differ, and what has no partner
 */
export function pairAlike<Item, Part extends string, Level extends { same: readonly Part[] }>(
  before: readonly Item[],
  after: readonly Item[],
  levels: readonly Level[],
  keysOf: (item: Item) => Readonly<Record<Part, string>>,
  orderOf: (keyed: Keyed<Item, Part>) => string,
): { pairs: AlikePair<Item, Part, Level>[]; gone: Item[]; added: Item[] } {
  const inFixedOrder = (items: readonly Item[]): Keyed<Item, Part>[] =>
    items
      .map((item) => ({ item, keys: keysOf(item) }))
      .map((keyed) => ({ keyed, text: orderOf(keyed) }))
      .sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)))
      .map(({ keyed }) => keyed);
  const pairs: AlikePair<Item, Part, Level>[] = [];
  let [old, now] = [inFixedOrder(before), inFixedOrder(after)];
  for (const level of levels) {
    if (old.length === 0 || now.length === 0) break;
    const keyOf = ({ keys }: Keyed<Item, Part>) => JSON.stringify(level.same.map((part) => keys[part]));
    const waiting = new Map<string, Keyed<Item, Part>[]>();
    // In reverse, so that the first is taken from the end.
    for (const each of [...old].reverse()) {
      const others = waiting.get(keyOf(each));
      if (others === undefined) waiting.set(keyOf(each), [each]);
      else others.push(each);
    }
    const paired = new Set<Keyed<Item, Part>>();
    now = now.filter((each) => {
      const partner = waiting.get(keyOf(each))?.pop();
      if (partner === undefined) return true;
      paired.add(partner);
      pairs.push({ before: partner, after: each, level });
      return false;
    });
    old = old.filter((each) => !paired.has(each)); // still in the fixed order
  }
  return { pairs, gone: old.map(({ item }) => item), added: now.map(({ item }) => item) };
}

/** The entityIds of a list as a text, in whichever order it has them. */
export const textOfIds = (items: readonly { entityId: string }[]): string =>
  items
    .map(({ entityId }) => entityId)
    .sort()
    .join();
