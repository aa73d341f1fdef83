// Text as HTML. The descriptions of the contract write names `like this`, as Markdown does.

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeText = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');

/** Text with its `names` as code. */
export const withCode = (text: string): string => escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** JSON or a command, as it is typed. It can be reached with Tab, since it may have to be scrolled. */
export const listing = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeText(label)}">${escapeText(text)}</pre>`;
