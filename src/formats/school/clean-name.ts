// Makes a name safe to show and store: removes control characters, lone surrogates, characters that change the
// direction of writing, and surrounding spaces.

const forbidden = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;
/** Format characters, such as a zero-width space, show nothing when they stand alone. */
const visible = /[^\p{Cf}\p{Z}]/u;
const blanks = /[\t\n\r\u2028\u2029]+/g;

/** `cleaned`: something other than spaces was removed. */
export function cleanName(text: string): { name: string; cleaned: boolean } {
  const spaced = text.replace(blanks, ' ');
  const kept = spaced.replace(forbidden, '').trim();
  const name = visible.test(kept) ? kept : '';
  return { name, cleaned: name.length !== spaced.trim().length };
}
