// Colours the first word of a line on a terminal if it is a status. `hasColors` respects NO_COLOR.

import { styleText } from 'node:util';

const colours = { error: 'red', failed: 'red', BROKEN: 'red', WRONG: 'red', limited: 'yellow', ok: 'green' } as const;
const isColoured = (word: string): word is keyof typeof colours => Object.hasOwn(colours, word);

export function colourLines(text: string, stream: NodeJS.WriteStream): string {
  // Not left to `styleText`, which checks standard output even for a text that goes to standard error.
  if (!stream.isTTY || !stream.hasColors()) return text;
  return text.replace(/^\w+/gm, (word) =>
    isColoured(word) ? styleText(colours[word], word, { validateStream: false }) : word,
  );
}
