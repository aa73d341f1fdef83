// A template tag for HTML. Values are escaped unless they are HTML themselves, so input cannot inject markup.

import { visible } from './visible.ts';

/** A piece of HTML. */
export type Html = { readonly markup: string };

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const asText = (text: string) => visible(text).replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

/** Escapes text and numbers; inserts HTML, and lists of HTML, unchanged. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  const markup = (value: string | number | Html | readonly Html[]): string => {
    if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(markup).join('');
    return asText(String(value));
  };
  return { markup: parts.reduce((all, part, index) => `${all}${markup(values[index - 1] ?? '')}${part}`) };
}
