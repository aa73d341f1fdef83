// The list of schemas at /schemas/.

import { pageFrame } from '../serve/page-frame.ts';
import { escapeText, withCode } from './markup.ts';

/** @param schemas JSON Schemas by file name */
export function schemasPage(schemas: ReadonlyMap<string, { title?: string; description?: string }>): string {
  const items = [...schemas].map(
    ([file, { title = file, description = '' }]) =>
      `<div><dt><a href="/schemas/${escapeText(file)}">${escapeText(file)}</a> <span class="quiet">${escapeText(title)}</span></dt><dd>${withCode(description)}</dd></div>`,
  );
  return pageFrame(
    'Schemas',
    `<article class="docs">
<h1>Schemas</h1>
<p>The contract as JSON Schema 2020-12, one file for each resource. Every document that is published was validated against
them. <a href="/docs">The API reference</a> says the same in words.</p>
<dl class="fields">
${items.join('\n')}
</dl>
</article>`,
    '/docs/docs.css',
  );
}
