// Drawing parts of a large arbitrary value one after the other, where later parts depend on earlier ones.

import fc from 'fast-check';

export type Draw = {
  one<Value>(arbitrary: () => fc.Arbitrary<Value>): Value;
  integer(min: number, max: number): number;
  flag(): boolean;
  rarely(): boolean;
  /** One item of a non-empty list. */
  from<Item>(items: readonly Item[]): Item;
  /** Mostly one of the items; null now and then, and always where there are none. */
  oneOf<Item>(items: readonly Item[]): Item | null;
  /** Some of the items in another order. */
  some<Item>(items: readonly Item[]): Item[];
  maybe<Value>(value: () => Value): Value | null;
  list<Item>(most: number, item: (index: number) => Item): Item[];
  listFrom1<Item>(most: number, item: (index: number) => Item): Item[];
};

export function drawing(gen: fc.GeneratorValue): Draw {
  const integer = (min: number, max: number) => gen(fc.integer, { min, max });
  const flag = () => gen(fc.boolean);
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const [item] = items.slice(index, index + 1);
    if (item === undefined) throw new Error(`there is no item ${index} of ${items.length}`);
    return item;
  };
  const list = <Item>(least: number, most: number, item: (index: number) => Item) =>
    Array.from({ length: integer(least, most) }, (_, index) => item(index));
  return {
    one: (arbitrary) => gen(arbitrary),
    integer,
    flag,
    rarely: () => integer(0, 5) === 5,
    from: (items) => at(items, integer(0, items.length - 1)),
    oneOf: (items) => (items.length === 0 || integer(0, 4) === 0 ? null : at(items, integer(0, items.length - 1))),
    some: (items) => {
      const chosen = items.filter(flag);
      return flag() ? chosen : chosen.reverse();
    },
    maybe: (value) => (flag() ? value() : null),
    list: (most, item) => list(0, most, item),
    listFrom1: (most, item) => list(1, most, item),
  };
}
