// A topic of the reference that is not made from the description: sentences, a list of terms, whole programs. HTML.

import { escapeText, heading, withCode } from './describe-schema.ts';
import { wholePrograms } from './docs-samples.ts';

export type Topic = {
  id: string;
  title: string;
  paragraphs: readonly string[];
  /** A list below the paragraphs. */
  terms?: readonly [term: string, text: string][];
  /** What the programs do, by the names of their files for each language. */
  programs?: { about: string; names: Readonly<Record<string, string>> };
};

export const topicSection = ({ id, title, paragraphs, terms = [], programs }: Topic): string =>
  `<section aria-labelledby="${id}">${heading(2, id, title)}
${paragraphs.map((text) => `<p>${withCode(text)}</p>`).join('\n')}
${terms.length === 0 ? '' : `<dl class="fields">\n${terms.map(([term, text]) => `<div><dt>${term.includes(' ') ? escapeText(term) : `<code>${escapeText(term)}</code>`}</dt><dd>${withCode(text)}</dd></div>`).join('\n')}\n</dl>`}
${programs === undefined ? '' : wholePrograms(programs.names, programs.about)}
</section>`;
