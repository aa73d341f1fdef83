// Makes the letters of lessons on paper as large as their boxes allow. The size of a box is known only once the browser lays
// out the paper, after the last moment at which a script can measure. So the script measures the words and writes every way
// to wrap them as a formula of the box, and the style sheet takes the best.

/** Of the letters of a lesson, how much larger the title is. The style sheet has the same number. */
const titleSize = 1.1;
/** Ems from line to line, with room for the accents of capitals. The style sheet has the same number. */
const lineHeight = 1.25;
/** Browsers round each letter, on paper in another way than on a canvas. */
const roundingRoom = 1.04;

/** Words of a line that are measured. A box that has more of them is full at the smallest size. */
const mostWords = 40;

/** Words that stand on a line until it is full, as ems. */
type Paragraph = { words: readonly number[]; space: number; size: number };

/** Sets `--fit` of each lesson: the largest size of letters with which its words fit, as a formula of its container's size. */
export function fitLetters(root: HTMLElement): void {
  const widthOf = wordMeasure();
  for (const cell of root.querySelectorAll<HTMLElement>('.cell')) {
    const isTile = cell.closest('.parallel') !== null;
    const lines = [...cell.children].flatMap((line) => {
      if (line.classList.contains('cell-time') && isTimeHidden(cell)) return [];
      const weight = line.classList.contains('cell-title') ? 650 : 400;
      const size = weight === 650 && !isTile ? titleSize : 1;
      const sign = line.querySelector('.lock') === null ? [] : [1];
      const words = line.textContent.split(/\s+/, mostWords).filter((word) => word !== '');
      return [{ words: [...words.map((word) => widthOf(word, weight) * size), ...sign], space: 0.3, size }];
    });
    // The lines of a tile run on, with a dot between them.
    const dotted = lines.flatMap(({ words }, index) => (index === 0 ? words : [0.3, ...words]));
    const wrapped = wrappings(isTile ? [{ words: dotted, space: 0.35, size: 1 }] : lines);
    const sizes = wrapped.map(
      ({ width, height }) =>
        `min((100cqb - 1.2mm) / ${height.toFixed(2)}, (100cqi - 3.2mm) / ${(width * roundingRoom).toFixed(2)})`,
    );
    if (sizes.length > 0) cell.style.setProperty('--fit', `max(${sizes.join(', ')})`);
  }
}

const isTimeHidden = (cell: HTMLElement) => cell.classList.contains('on-axis') || cell.closest('.same-time') !== null;

/** The height of the words, in ems, for each width that changes it; wider ones first. */
function wrappings(paragraphs: readonly Paragraph[]): { width: number; height: number }[] {
  const found: { width: number; height: number }[] = [];
  let limit = Number.POSITIVE_INFINITY;
  for (;;) {
    let [rows, width] = [0, 0];
    let hasWrapped = true;
    for (const { words, space, size } of paragraphs) {
      let row = 0;
      rows += words.length > 0 ? size : 0;
      for (const word of words) {
        const longer = row === 0 ? word : row + space + word;
        if (longer < limit) {
          row = longer;
        } else if (row === 0) {
          // A word alone on its line cannot become narrower.
          hasWrapped = false;
          row = word;
        } else {
          rows += size;
          if (word >= limit) hasWrapped = false;
          row = word;
        }
        width = Math.max(width, row);
      }
    }
    if (!hasWrapped || width === 0) return found;
    found.push({ width, height: rows * lineHeight });
    limit = width;
  }
}

/** @returns a function that gives the width of a word in ems; each word is measured once */
function wordMeasure(): (word: string, weight: number) => number {
  const canvas = document.createElement('canvas').getContext('2d');
  const { fontFamily } = getComputedStyle(document.body);
  const known = new Map<string, number>();
  return (word, weight) => {
    const key = `${weight} ${word}`;
    const width = known.get(key) ?? measure(word, weight);
    known.set(key, width);
    return width;
  };

  function measure(word: string, weight: number): number {
    // Without a canvas, letters are taken to be as wide as the widest common ones.
    if (canvas === null) return word.length * 0.7;
    canvas.font = `${weight} 100px ${fontFamily}`;
    return canvas.measureText(word).width / 100;
  }
}
