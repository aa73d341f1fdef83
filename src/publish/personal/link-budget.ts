// Limits what the links of one organisation may take of the store with what they show. The persons get their share one after the
// other, in the order of their oldest links; the first whose share is too large for what is left, and all after that one, get
// none. So who is withheld follows from the links and the documents alone, and nothing is made for those who are.

export type LinkShare = {
  /** Whether a person before has got no share by now, so that this one gets none either. */
  isSpent(): boolean;
  /** Says how many bytes the person needs, as far as that is known; the last number counts. */
  claim(bytes: number): void;
  /** Whether the person gets the share, once that is decided for all before. */
  isGranted(): Promise<boolean>;
  /** To be called in the end, whatever happened: the next person waits for it. */
  end(): void;
};

/**
 * @param limit in bytes
 * @returns to be called for one person after the other; several may be at work together
 */
export function createLinkBudget(limit: number): () => LinkShare {
  let left = limit;
  let isSpent = false;
  let last: Promise<void> = Promise.resolve();
  return () => {
    let claimed = 0;
    let decided: Promise<boolean> | null = null;
    const before = last;
    let passOn = () => {};
    last = new Promise((resolve) => {
      passOn = resolve;
    });
    const decide = () => {
      decided ??= before.then(() => {
        const isGranted = !isSpent && claimed <= left;
        if (isGranted) left -= claimed;
        else isSpent = true;
        passOn();
        return isGranted;
      });
      return decided;
    };
    return {
      isSpent: () => isSpent,
      claim(bytes) {
        claimed = bytes;
      },
      isGranted: decide,
      end: () => void decide(),
    };
  };
}
