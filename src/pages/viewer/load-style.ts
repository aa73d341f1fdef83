// Loads a style sheet that not every page needs.

import { element } from '../ui/element.ts';

const loaded = new Map<string, Promise<unknown>>();

/** Settles when it is there. If it fails, what it is for is readable without it. */
export function loadStyle(href: string): Promise<unknown> {
  const known =
    loaded.get(href) ??
    new Promise((settled) => {
      const link = element('link', { rel: 'stylesheet', href, load: settled, error: settled });
      document.head.append(link);
    });
  loaded.set(href, known);
  return known;
}
