// The list of schemas at /schemas/: one page for people.

import { pageFrame } from '../../serve/site/page-frame.ts';
import { escapeText, type Schemas, withCode } from './describe-schema.ts';
import { readDescription } from './docs-page.ts';

type Schema = { title?: string; description?: string };

/**
 * The schemas of the answers come first, since Belfry's own records may change with any release.
 * @param schemas JSON Schemas by file name
 * @param described the schemas of the OpenAPI description, by title
 */
export function schemasPage(
  schemas: ReadonlyMap<string, Schema>,
  described = readDescription().components.schemas,
): string {
  const open = publicSchemas(schemas, described);
  const list = (files: [string, Schema][]) =>
    files.map(
      ([file, { title = file, description = '' }]) =>
        `<div><dt><a href="/schemas/${escapeText(file)}">${escapeText(file)}</a> <span class="quiet">${escapeText(title)}</span></dt><dd>${withCode(description)}</dd></div>`,
    );
  const section = (id: string, heading: string, about: string, files: [string, Schema][]) =>
    `<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
<p>${about}</p>
<dl class="fields">
${list(files).join('\n')}
</dl></section>`;
  return pageFrame(
    'Schemas',
    `<article class="docs">
<h1>Schemas</h1>
<p>The contract as JSON Schema 2020-12, one file for each resource. Every document that is published was validated against
them. <a href="/docs">The API reference</a> describes the same fields.</p>
${section(
  'public',
  'Answers of the API',
  'What an application reads.',
  [...schemas].filter(([file]) => open.has(file)),
)}
${section(
  'internal',
  'Internal records',
  'What Belfry stores for itself. The API does not return these, so do not build on them.',
  [...schemas].filter(([file]) => !open.has(file)),
)}
</article>`,
    { style: '/docs/docs.css' },
  );
}

/** The files of the described schemas, and the files these refer to, such as common definitions. */
function publicSchemas(schemas: ReadonlyMap<string, Schema>, described: Schemas): Set<string> {
  const open = new Set([...schemas].flatMap(([file, { title = '' }]) => (title in described ? [file] : [])));
  // A set also visits what is added while it is read.
  for (const file of open)
    for (const [, target = ''] of JSON.stringify(schemas.get(file)).matchAll(/"\$ref":"([^"#]+)/g))
      if (schemas.has(target)) open.add(target);
  return open;
}
