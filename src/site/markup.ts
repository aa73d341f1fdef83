// Converts text to HTML. The contract's descriptions write names `like this`, as in Markdown.

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeText = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');

/** Text with its `names` as code. */
export const withCode = (text: string): string => escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A code listing. It can be focused with Tab, so that the keyboard can scroll it. */
export const listing = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeText(label)}">${escapeText(text)}</pre>`;
