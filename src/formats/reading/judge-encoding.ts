// Judges whether a text is in the code page that its file declares: by the names of days, and by letters that no language
// writes together. Some programs declare windows-1252 whatever their machine writes.

/** The languages whose schools write a code page. */
const languagesOf: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': ['cs', 'sk', 'pl', 'hu', 'ro', 'hr', 'sl'],
  'windows-1251': ['ru', 'uk', 'bg', 'be', 'mk', 'sr-Cyrl'],
  'windows-1252': ['es', 'pt', 'sv', 'da', 'nb', 'is', 'it', 'de', 'fr'],
  'windows-1253': ['el'],
  'windows-1254': ['tr'],
  'windows-1255': ['he'],
  'windows-1256': ['ar', 'fa', 'ur'],
  'windows-1257': ['lt', 'lv', 'et'],
  'windows-874': ['th'],
  // Days of Czech have the same bytes in both, other words do not: what is declared is right then.
  'iso-8859-2': ['cs', 'sk', 'pl', 'hu', 'ro', 'hr', 'sl'],
  'iso-8859-5': ['ru', 'uk', 'bg', 'be', 'mk', 'sr-Cyrl'],
  'iso-8859-6': ['ar'],
  'iso-8859-7': ['el'],
  'iso-8859-8': ['he'],
  'iso-8859-13': ['lt', 'lv', 'et'],
};
/** Days that one must find at least, all in one language. */
const fewestDays = 2;
/** Days stand at the beginning of a file, and the rest has the same encoding. */
const judgedBytes = 1024 * 1024;
/** Words of other letters alone that make a code page doubtful. */
const fewestWords = 5;

export type Judgement = { encoding: string; doubt: 'none' | 'other' | 'unknown' };

/** @param declared the label of an encoding; only those with one byte for each letter are in doubt */
export function judgeEncoding(bytes: Uint8Array, declared: string): Judgement {
  const fits: Judgement = { encoding: declared, doubt: 'none' };
  const judged = bytes.subarray(0, judgedBytes);
  if (!/^(windows-|cp|iso-8859-|latin)/i.test(declared) || judged.every((byte) => byte < 0x80)) return fits;
  if (isUtf8(judged)) return { encoding: 'utf-8', doubt: 'other' };
  const own = decode(declared, judged);
  if (own === null) return fits;
  const ownDays = daysIn(own, languagesOf[new TextDecoder(declared).encoding] ?? []);
  let best = { encoding: declared, days: Math.max(ownDays, fewestDays - 1) };
  for (const [encoding, languages] of Object.entries(languagesOf)) {
    const text = decode(encoding, judged);
    const days = text === null ? 0 : daysIn(text, languages);
    if (days > best.days) best = { encoding, days };
  }
  if (best.encoding !== declared) return { encoding: best.encoding, doubt: 'other' };
  return ownDays === 0 && isOfOtherLetters(own) ? { ...fits, doubt: 'unknown' } : fits;
}

/** The most days that are named in one language, counting names with letters beyond ASCII. */
function daysIn(text: string, languages: readonly string[]): number {
  const lower = text.normalize('NFC').toLowerCase();
  return Math.max(0, ...languages.map((language) => namesIn(language).filter((name) => lower.includes(name)).length));
}

const names = new Map<string, string[]>();
function namesIn(language: string): string[] {
  const known = names.get(language);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // Without the word for day, which files leave out.
  const ofWeek = Array.from({ length: 7 }, (_, day) =>
    format
      .format(Date.UTC(2026, 0, 5 + day))
      .toLowerCase()
      .replace(/^(יום |วัน)/, ''),
  );
  const telling = ofWeek.filter((name) => /[^\p{ASCII}]/u.test(name));
  names.set(language, telling);
  return telling;
}

/** In Latin letters hardly a word has letters beyond ASCII alone. */
function isOfOtherLetters(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  const beyond = words.filter((word) => /[^\p{ASCII}]/u.test(word));
  const alone = beyond.filter((word) => /^[\u0080-\u024f\p{M}]+$/u.test(word));
  return alone.length >= fewestWords && alone.length * 2 > beyond.length;
}

const isUtf8 = (bytes: Uint8Array): boolean => decode('utf-8', bytes) !== null;

/** As a chunk of a stream, since a letter may be cut off at the end. */
function decode(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
