// Names as they may be shown and stored: without control characters, halves of surrogate pairs and characters that turn
// the direction of writing, and without blanks around them.

const forbidden = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;
const blanks = /[\t\n\r\u2028\u2029]+/g;

/** `cleaned`: something other than blanks was taken out. */
export function cleanName(text: string): { name: string; cleaned: boolean } {
  const spaced = text.replace(blanks, ' ');
  const name = spaced.replace(forbidden, '').trim();
  return { name, cleaned: name.length !== spaced.trim().length };
}
