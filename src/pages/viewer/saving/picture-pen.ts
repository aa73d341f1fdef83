// Draws on a canvas: lines of text, words wrapped into boxes, and the boxes themselves.

export type Box = { x: number; y: number; width: number; height: number };
export type Pen = ReturnType<typeof penOn>;

/** Draws from the left, or mirrored from the right. */
export function penOn(context: CanvasRenderingContext2D, pageWidth: number, isMirrored: boolean) {
  const family = getComputedStyle(document.body).fontFamily;
  const leftOf = ({ x, width }: { x: number; width: number }) => (isMirrored ? pageWidth - x - width : x);
  const startOf = (x: number) => (isMirrored ? pageWidth - x : x);
  const setFont = (font: number, isBold: boolean) => {
    context.font = `${isBold ? 600 : 400} ${font}px ${family}`;
  };

  /** The words on lines no wider than this; a longer word is cut, with dots. */
  function wrap(text: string, width: number): { text: string; isCut: boolean }[] {
    const lines: { text: string; isCut: boolean }[] = [];
    for (const word of text.split(/\s+/).filter((each) => each !== '')) {
      const last = lines.at(-1);
      const longer = `${last?.text} ${word}`;
      const shown = cut(word, width);
      if (last !== undefined && context.measureText(longer).width <= width) last.text = longer;
      else lines.push({ text: shown, isCut: shown !== word });
    }
    return lines;
  }

  function cut(text: string, width: number): string {
    if (context.measureText(text).width <= width) return text;
    const letters = [...text];
    let [fits, tooMany] = [0, letters.length];
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1;
      if (context.measureText(`${letters.slice(0, middle).join('')}…`).width <= width) fits = middle;
      else tooMany = middle;
    }
    return `${letters.slice(0, fits).join('')}…`;
  }

  return {
    /** One line, whose baseline is at `y`. */
    text(text: string, { x, y, width, font }: { x: number; y: number; width: number; font: number }) {
      setFont(font, true);
      context.fillStyle = '#1d1d1d';
      context.fillText(cut(text, width), startOf(x), y);
    },
    line(x: number, top: number, bottom: number) {
      context.fillStyle = '#ddd';
      context.fillRect(leftOf({ x, width: 1 }), top, 1, bottom - top);
    },
    /** A pale box with a strip of its colour at its beginning. */
    box(box: Box, color: string | null) {
      context.fillStyle = color ?? '#888';
      context.globalAlpha = 0.13;
      context.fillRect(leftOf(box), box.y, box.width, box.height);
      context.globalAlpha = 1;
      context.fillRect(leftOf({ x: box.x, width: 4 }), box.y, 4, box.height);
    },
    /**
     * A bold title and lines below it, in the largest letters with which all fit. In small boxes the lines run on, with a dot
     * between them; at the smallest, what does not fit is left out.
     */
    paragraphs({ title, lines }: { title: string; lines: readonly string[] }, { x, y, width, height }: Box) {
      const wrapped = (texts: readonly string[], font: number) =>
        texts.flatMap((text, index) => {
          setFont(font, index === 0);
          return wrap(text, width).map((line) => ({ ...line, isBold: index === 0 }));
        });
      const tries = [
        ...[13, 12, 11, 10, 9].map((font) => ({ font, texts: [title, ...lines] })),
        ...[12, 11, 10, 9, 8, 7].map((font) => ({ font, texts: [title, lines.join(' · ')] })),
      ].map(({ font, texts }) => ({ font, rows: wrapped(texts, font), most: Math.floor(height / (font * 1.25)) }));
      const best =
        tries.find(({ rows, most }) => rows.length <= most && !rows.some(({ isCut }) => isCut)) ?? tries.at(-1);
      if (best === undefined) return;
      context.fillStyle = '#1d1d1d';
      for (const [index, { text, isBold }] of best.rows.slice(0, Math.max(1, best.most)).entries()) {
        setFont(best.font, isBold);
        context.fillText(text, startOf(x), y + best.font * (1 + 1.25 * index));
      }
    },
  };
}
