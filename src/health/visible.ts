// Escapes control characters and bidirectional overrides, so that a printed name or message cannot control the terminal.

const hidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Writes such characters as `\u001b`, which is also valid in JSON. Keeps tabs and line breaks. */
export const visible = (text: string): string =>
  text.replace(hidden, (sign) => (sign === '\n' || sign === '\t' ? sign : escaped(sign)));

/** Like `visible`, but escapes tabs and line breaks as well. */
export const visibleLine = (text: string): string => text.replace(hidden, escaped);

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
