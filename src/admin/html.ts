// HTML from templates in which every value is text, unless it is HTML itself: nothing that comes from outside becomes
// markup.

import { visible } from './visible.ts';

/** A piece of HTML. */
export type Html = { readonly markup: string };

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const asText = (text: string) => visible(text).replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

/** Values are escaped; HTML, and each of a list of HTML, is put in as it is. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  const markup = (value: string | number | Html | readonly Html[]): string => {
    if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(markup).join('');
    return asText(String(value));
  };
  return { markup: parts.reduce((all, part, index) => `${all}${markup(values[index - 1] ?? '')}${part}`) };
}
