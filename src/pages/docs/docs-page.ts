// The API reference at /docs: one page for people, made from the OpenAPI description. The API has six reads, four of them on two
// paths, so one page has room for them, and a search finds each name on it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageFrame } from '../../serve/site/page-frame.ts';
import { contents } from './contents.ts';
import { escapeText, fieldList, hasFields, heading, listing, type Schemas, withCode } from './describe-schema.ts';
import { callSamples, feedSample, samplesSection } from './docs-samples.ts';
import { topicLinks, topicsSections } from './docs-topics.ts';
import { llmsText, markdownOf } from './markdown-of.ts';

const inSource = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const descriptionFile = inSource('contract/openapi.generated.json');

type Reference = { $ref: string };
type Parameter = { name: string; in: string; required?: boolean; description: string };
type Answer = {
  description: string;
  headers?: Record<string, Reference>;
  /** Absent for what is not JSON, such as a feed. */
  content?: { 'application/json'?: { schema: Reference; examples?: Record<string, { value: unknown }> } };
};
type Operation = {
  operationId: string;
  summary: string;
  parameters: Reference[];
  /** Absent where the key of the whole description is wanted. */
  security?: Record<string, unknown>[];
  responses: Record<string, Reference>;
};
/** The parts of the OpenAPI description that the page shows. */
export type Description = {
  info: { title: string; description: string };
  paths: Record<string, { get: Operation; parameters?: Reference[] }>;
  components: {
    securitySchemes: Record<'apiKey' | 'link', { description: string }>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string }>;
    responses: Record<string, Answer>;
    schemas: Schemas;
  };
};

/** File name in the site, and content, but for what is bundled for browsers. */
export function docsFiles(): Map<string, Uint8Array> {
  const page = docsPage(readDescription());
  const article = page.slice(page.indexOf('<article'), page.indexOf('</article>'));
  return new Map<string, Uint8Array>([
    ['openapi.json', readFileSync(descriptionFile)],
    ['docs/index.html', new TextEncoder().encode(page)],
    ['docs/index.md', new TextEncoder().encode(markdownOf(article))],
    ['llms.txt', new TextEncoder().encode(llmsText)],
  ]);
}

// The file is generated from a value of this shape, and a test compares the two.
export const readDescription = () => JSON.parse(readFileSync(descriptionFile, 'utf8')) as Description;

const nameIn = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? '';
const partnerPath = (path: string) => path.replace('/api/', '/api/partner/');

export function docsPage(description: Description): string {
  const { info, paths, components } = description;
  const reads = Object.entries(paths).filter(([path]) => !path.startsWith('/api/partner/'));
  const content = `<div class="beside">
${contents(`<li><a href="#key">The key</a></li>
<li><a href="#first-read">A first read</a></li>
${reads.map(([, { get }]) => `<li><a href="#${get.operationId}">${escapeText(get.summary)}</a></li>`).join('\n')}
${topicLinks.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('\n')}
<li><a href="#refusals">Refusals</a></li>
<li><a href="#fields">Fields</a>
<details><summary>Each schema</summary><ul class="plain">
${described(components.schemas)
  .map(([name]) => `<li><a href="#${name}">${name}</a></li>`)
  .join('\n')}
</ul></details></li>`)}
<article class="docs">
<h1>${escapeText(info.title)}</h1>
<p>${withCode(info.description)}</p>
<p>For tools: <a href="/openapi.json">the OpenAPI description</a> and <a href="/schemas/">the JSON Schemas</a>.
This page <a href="/docs/index.md">as Markdown</a>.
For JavaScript: <a href="/client/belfry-client.js">the typed client</a>, one file without
dependencies, with its types in <a href="/client/belfry-client.d.ts">belfry-client.d.ts</a> and <a href="/client/belfry-contract.d.ts">belfry-contract.d.ts</a> beside it.</p>
<section aria-labelledby="key">${heading(2, 'key', 'The key')}
<p>${withCode(components.securitySchemes.apiKey.description)} Keep it in the environment of the program, never in its source.</p>
<p>People without a key have a link, whose token opens two reads and nothing else. ${withCode(components.securitySchemes.link.description)}</p>
</section>
${samplesSection()}
${reads.map(([path, { get, parameters = [] }]) => readSection(path, get, parameters, description)).join('\n')}
${topicsSections()}
${refusals(description)}
${fields(components.schemas)}
</article>
</div>`;
  return pageFrame('API reference', content, { style: '/docs/docs.css', script: '/docs/search.js' });
}

function readSection(path: string, read: Operation, ofPath: Reference[], { paths, components }: Description): string {
  const partner = partnerPath(path);
  const forPartners =
    partner in paths
      ? ` <span class="quiet">or, for partners, <code>${escapeText(partner)}</code>, which behaves exactly alike</span>`
      : '';
  const good = read.responses['200'];
  const answer = good === undefined ? undefined : components.responses[nameIn(good)];
  const id = read.operationId;
  const parameters = [...ofPath, ...read.parameters].flatMap((each) => components.parameters[nameIn(each)] ?? []);
  const { schema, examples = {} } = answer?.content?.['application/json'] ?? {};
  const root = schema === undefined ? undefined : components.schemas[nameIn(schema)];
  return `<section aria-labelledby="${id}">${heading(2, id, escapeText(read.summary))}
<p class="path"><code>GET ${escapeText(path)}</code>${forPartners}</p>
${samplesFor(path, read)}
<h3>Parameters</h3>
<dl class="fields">
${parameters.map(({ name, in: place, required, description }) => `<div><dt><code>${escapeText(name)}</code> <span class="quiet">in the ${place}${required ? ', required' : ''}</span></dt><dd>${withCode(description)}</dd></div>`).join('\n')}
</dl>
<h3>Answer: 200</h3>
${root === undefined ? `<p>${withCode(answer?.description ?? '')}</p>` : fieldList(root, components.schemas)}
${headerList(answer, components.headers)}
${Object.entries(examples)
  .map(([name, { value }]) => {
    const title = `Example: ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
    return `<details><summary>${escapeText(title)}</summary>\n${listing(JSON.stringify(value, null, 2), title)}</details>`;
  })
  .join('\n')}
<h3>Other answers</h3>
<dl class="fields">
${Object.entries(read.responses)
  .filter(([status]) => status !== '200')
  .map(([status, reference]) => otherAnswer(status, components.responses[nameIn(reference)]))
  .join('\n')}
</dl>
<p>HEAD answers like GET without the body; OPTIONS lists the methods and needs no key.</p>
</section>`;
}

/** A status with the codes that it comes with. */
function otherAnswer(status: string, answer: Answer | undefined): string {
  if (status === '304') return '<div><dt>304</dt><dd>Not modified, without a body.</dd></div>';
  const bodies = Object.values(answer?.content?.['application/json']?.examples ?? {});
  const codes = new Set(bodies.flatMap(({ value }) => /"code":"(\w+)"/.exec(JSON.stringify(value))?.[1] ?? []));
  return `<div><dt><a href="#refused-${status}">${status}</a></dt><dd>${[...codes].map((code) => `<code>${code}</code>`).join(', ')}</dd></div>`;
}

/** With a path that the demo school has, so that a copy of it works. */
function samplesFor(path: string, { summary, security }: Operation): string {
  if (path.includes('{token}')) return listing(feedSample(path), `curl for ${path}`);
  const example = path.replace('{id}', 'upper-2026-v1').replace('{week}', '2026-W48');
  const isLink = Object.keys(security?.[0] ?? {}).includes('link');
  return callSamples({ path: example, variable: isLink ? 'LINK_TOKEN' : 'BELFRY_KEY' }, summary);
}

function headerList(answer: Answer | undefined, headers: Description['components']['headers']): string {
  const known = Object.entries(answer?.headers ?? {});
  const items = known.map(
    ([name, reference]) =>
      `<div><dt><code>${escapeText(name)}</code></dt><dd>${withCode(headers[nameIn(reference)]?.description ?? '')}</dd></div>`,
  );
  return `<h4>Headers</h4>\n<dl class="fields">${items.join('\n')}</dl>`;
}

/** Every error status with its bodies, which distinguish the cases of one status. */
function refusals({ paths, components }: Description): string {
  /** By status, the names of its answers: those to keys, then those to links. */
  const refused = new Map<string, Set<string>>();
  for (const { get } of Object.values(paths))
    for (const [status, reference] of Object.entries(get.responses))
      if (Number(status) >= 400) refused.set(status, (refused.get(status) ?? new Set()).add(nameIn(reference)));
  const sections = [...refused]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([status, names]) => {
      const answers = [...names].map((name, index) => refusal(status, components.responses[name], index));
      return `<section>${heading(3, `refused-${status}`, status)}\n${answers.join('\n')}\n</section>`;
    });
  return `<section aria-labelledby="refusals">${heading(2, 'refusals', 'Refusals')}
<p>Most have the body of <a href="#ErrorResponse">ErrorResponse</a>; a 402 has that of <a href="#AccessEndedResponse">AccessEndedResponse</a>. None may be cached.</p>
${sections.join('\n')}
</section>`;
}

function refusal(status: string, answer: Answer | undefined, index: number): string {
  const { description = '', headers = {}, content } = answer ?? {};
  const more = Object.keys(headers).filter((name) => name !== 'Cache-Control');
  const bodies = Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => JSON.stringify(value));
  const label = `Bodies of a ${status}${index === 0 ? '' : `, ${index + 1}`}`;
  return `<p>${withCode(description)}${more.length === 0 ? '' : ` With the header ${more.map((name) => `<code>${name}</code>`).join(', ')}.`}</p>
${bodies.length === 0 ? '' : listing(bodies.join('\n'), label)}`;
}

const described = (schemas: Schemas) => Object.entries(schemas).filter(([, schema]) => hasFields(schema));

function fields(schemas: Schemas): string {
  const sections = described(schemas).map(
    ([name, schema]) => `<section>${heading(3, name, name)}
${schema.description === undefined ? '' : `<p>${withCode(schema.description)}</p>\n`}${fieldList(schema, schemas)}</section>`,
  );
  return `<section aria-labelledby="fields">${heading(2, 'fields', 'Fields')}
${sections.join('\n')}
</section>`;
}
