// Folds text for the search, so that a name is found as people type it: without accents, or on a keyboard that lacks its letters.

/** Letters that no Unicode decomposition takes apart, each with what is typed for it. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'ng', ə: 'e' },
  ...{ ґ: 'г', ς: 'σ', ى: 'ي', ة: 'ه', ـ: '' },
};

/** What German and the Nordic languages write where an accent is missing. */
const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

const apostrophes = /['’‘ʼʹ`´]/g;
const hyphens = /[-‐‑–]/g;

/** Ignores case, accents and apostrophes, and spells letters like ł and ß as they are typed: "strasse" is "Straße". */
export const fold = (text: string): string =>
  text
    .replace(apostrophes, '')
    .replace(hyphens, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => letters[letter] ?? letter);

/** What a search matches: the text as it is folded, and with ä as ae and the like where that is another. */
export function foldEntry(text: string): string {
  const folded = fold(text);
  const spelled = fold(
    text.normalize('NFC').replace(/[äöüåø]/gi, (letter) => digraphs[letter.toLowerCase()] ?? letter),
  );
  return spelled === folded ? folded : `${folded} ${spelled}`;
}
