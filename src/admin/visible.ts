// Characters that do something to a terminal or turn the direction of writing, as text that shows them: what a name or a
// message holds is for people to read, never for their terminal to carry out.

const hidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with such characters as `\u001b` and the like, which in JSON text means the same. Tabs and new lines stay. */
export const visible = (text: string): string =>
  text.replace(hidden, (sign) => (sign === '\n' || sign === '\t' ? sign : escaped(sign)));

/** `visible` for what must stay one line. */
export const visibleLine = (text: string): string => text.replace(hidden, escaped);

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
