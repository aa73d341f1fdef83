// Sets of days, weeks and terms as aSc writes them: `01000` is the second, `11111` is all, `10000,01000` is either.

/** A longer text is not a set of days, weeks or terms. */
const maxBits = 400;

export type Bits = {
  /** How many there are in total. */
  width: number;
  /** Indexes from 0. */
  set: number[];
  /** True where the text names alternatives, such as `10000,01000`. */
  open: boolean;
};

/** @returns null where the text is blank or not a set */
export function parseBits(text: string): Bits | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0 || text.length > maxBits * maxBits || parts.some((part) => !/^[01]{1,400}$/.test(part)))
    return null;
  const set = new Set(parts.flatMap((part) => [...part].flatMap((bit, index) => (bit === '1' ? index : []))));
  const width = Math.max(...parts.map((part) => part.length));
  return { width, set: [...set].sort((one, other) => one - other), open: parts.length > 1 };
}

/** The index of a definition that names a single day, week or term; null where it names several, or any. */
export function singleOf(bits: Bits | null): number | null {
  const [only, second] = bits?.set ?? [];
  return bits?.open === false && second === undefined ? (only ?? null) : null;
}
