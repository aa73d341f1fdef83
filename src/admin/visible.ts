// Escapes control characters and bidirectional overrides, so that a name or a message cannot send commands to the terminal
// that prints it.

const hidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with such characters as `\u001b`, which means the same in JSON. Tabs and line breaks stay. */
export const visible = (text: string): string =>
  text.replace(hidden, (sign) => (sign === '\n' || sign === '\t' ? sign : escaped(sign)));

/** Like `visible`, but escapes tabs and line breaks as well. */
export const visibleLine = (text: string): string => text.replace(hidden, escaped);

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
