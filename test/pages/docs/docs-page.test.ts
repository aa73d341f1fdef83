import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { refusals } from '../../../src/access/refusal.ts';
import { eventTypes } from '../../../src/database/webhooks/webhook-events.ts';
import { type Description, docsFiles, docsPage } from '../../../src/pages/docs/docs-page.ts';
import { errorCodes } from '../../../src/pages/docs/error-codes.ts';
import { schemasPage } from '../../../src/pages/docs/schemas-page.ts';

const file = fileURLToPath(new URL('../../../src/contract/openapi.generated.json', import.meta.url));
// The parts that the page shows; the file is generated.
const description = JSON.parse(readFileSync(file, 'utf8')) as Description;
const page = docsPage(description);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

test('every event of webhooks is explained', () => {
  expect(eventTypes.filter((type) => !page.includes(`>${type}<`))).toEqual([]);
});

test('every operation is listed with each parameter, each status and a curl line', () => {
  const { parameters, responses } = description.components;
  for (const name of [
    '/api/v1/timetables',
    '/api/v1/timetables/{id}',
    '/api/v1/calendar',
    '/api/partner/v1/weeks/{week}',
    '/api/v1/days/{date}',
    '/api/v1/changes',
    '/api/v1/changes/{id}',
    '/api/v1/weeks/{week}/classes/{entityId}',
    '/ical/{token}.ics',
  ])
    expect(page).toContain(name);
  for (const { name, description: about } of Object.values(parameters)) {
    expect(page).toContain(`<code>${name}</code>`);
    expect(page).toContain(about);
  }
  expect(page.match(/curl (--fail-with-body )?--compressed/g)).toHaveLength(13);
  // Besides the calls, one keeps a copy.
  expect(page.match(/urllib\.request\.Request/g)).toHaveLength(13);
  const statuses = Object.keys(responses).flatMap((name) => /^Refused(\d+)$/.exec(name)?.[1] ?? []);
  expect(statuses).toEqual(expect.arrayContaining(['401', '402', '404', '405', '500']));
  for (const status of statuses) expect(page).toContain(`<h3 id="refused-${status}">`);
});

test('each cause of a 401 is told by its message, and every section is in the contents', () => {
  const causes = page.slice(page.indexOf('<h2 id="causes">'), page.indexOf('<h2 id="caching">'));
  const messages = Object.values(refusals).flatMap((each) => (each.status === 401 ? [each.message] : []));
  expect(messages.length).toBeGreaterThan(4);
  for (const message of messages) expect(causes).toContain(`<dt>${escaped(message)}</dt>`);
  const headings = [...page.matchAll(/<h(2) id="([^"]+)"|<h(3) id="(\w+)"/g)].map(([, two, id, , of]) =>
    two ? id : of,
  );
  const sections = headings.filter((id) => id !== 'on-this-page');
  const contents = page.slice(
    page.indexOf('<nav class="contents"'),
    page.indexOf('</nav>', page.indexOf('class="contents"')),
  );
  expect([...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(sections);
});

test('each error code of the API has its cause and its cure', () => {
  const { ErrorResponse, AccessEndedResponse } = description.components.schemas;
  const inError = ErrorResponse?.properties?.['error']?.properties?.['code']?.enum ?? [];
  const codes = [...inError, ...(AccessEndedResponse?.properties?.['code']?.enum ?? [])];
  expect(codes.length).toBeGreaterThan(10);
  expect(errorCodes.terms?.map(([code]) => code).toSorted()).toEqual(codes.toSorted());
  for (const [code, text] of errorCodes.terms ?? []) {
    expect(text, code).toMatch(/^\d{3}(, \d{3})*( or \d{3})?\. .{40,}/);
    const statuses = Object.values(refusals).flatMap((each) =>
      'code' in each && each.code === code ? [each.status] : [],
    );
    for (const status of statuses) expect(text, code).toContain(String(status));
  }
});

test('as Markdown the page says the same: each heading, each term and each listing, and no tag', () => {
  const markdown = new TextDecoder().decode(docsFiles().get('docs/index.md'));
  const plain = (html = '') =>
    html
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const article = page.slice(page.indexOf('<article'), page.indexOf('</article>'));
  for (const [, level, title] of article.matchAll(/<h([1-4])[^>]*>(.*?)<\/h\1>/g))
    expect(markdown).toContain(`${'#'.repeat(Number(level))} ${plain(title)}\n`);
  const code = [...article.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, text]) => plain(text).trimEnd());
  expect(code.length).toBeGreaterThan(50);
  for (const text of code) expect(markdown).toContain(`\`\`\`\n${text}\n\`\`\``);
  const outside = markdown.replaceAll(/^```\n.*?^```$/gms, '');
  expect(outside).toContain('- `INVALID_API_KEY`: 401.');
  expect(outside).not.toMatch(/<\/|&lt;|&amp;/);
});

test('every field says what it is, or leads to its own fields', () => {
  const fields = [...page.matchAll(/<div><dt><code>([^<]+)<\/code>(.*?)<\/dt>(<dd>[^<]|<dd><code>)?/g)];
  expect(fields.length).toBeGreaterThan(200);
  const silent = fields.flatMap(([, name, type = '', about]) =>
    about === undefined && !type.includes('<a href="#') ? [name] : [],
  );
  expect(silent).toEqual([]);
});

test('each example of a refusal in the description is shown word for word', () => {
  const bodies = Object.entries(description.components.responses)
    .filter(([name]) => name.startsWith('Refused'))
    .flatMap(([, { content }]) => Object.values(content?.['application/json']?.examples ?? {}));
  expect(bodies.length).toBeGreaterThan(10);
  for (const { value } of bodies) expect(page).toContain(escaped(JSON.stringify(value)));
});

test('each object has its fields, and every link has a target', () => {
  for (const [name, { properties }] of Object.entries(description.components.schemas)) {
    if (properties === undefined) continue;
    expect(page).toContain(`<h3 id="${name}">`);
    for (const field of Object.keys(properties)) expect(page).toContain(`<dt><code>${field}</code>`);
  }
  const all = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const ids = new Set(all);
  expect(all).toHaveLength(ids.size);
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

test('what a description says is text, never markup', () => {
  const hostile = structuredClone(description);
  hostile.info.title = '<script>alert(1)</script>';
  hostile.info.description = '`<b>` & <i>';
  const made = docsPage(hostile);
  expect(made).not.toContain('<script>alert');
  expect(made).toContain('<code>&lt;b&gt;</code> &amp; &lt;i&gt;');
});

test('the page has no script but its search and no inline style, and the description is served beside it', () => {
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/docs/search.js">']);
  expect(page).toContain('src="/docs/search.js"></script>');
  expect(page).not.toMatch(/<style|style="| on\w+=/);
  expect([...docsFiles().keys()]).toEqual(['openapi.json', 'docs/index.html', 'docs/index.md', 'llms.txt']);
});

test('schemas of answers are listed apart from internal records, and each once', () => {
  const folder = fileURLToPath(new URL('../../../schemas/', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const made = schemasPage(new Map(files.map((name) => [name, JSON.parse(readFileSync(folder + name, 'utf8'))])));
  const [open = '', internal = ''] = made
    .split('<h2 id="internal">')
    .map((part) => [...part.matchAll(/href="\/schemas\/([^"]+)"/g)].map(([, file]) => file).filter(Boolean));
  expect([...open, ...internal].sort()).toEqual(files.sort());
  expect(open).toEqual(
    expect.arrayContaining(['timetable.json', 'teacher.json', 'error-response.json', 'week.json', 'common.json']),
  );
  for (const file of files.filter((name) =>
    /-record\.json$|^(pointer|store|publisher|problems|derived)\.json$/.test(name),
  ))
    expect(internal).toContain(file);
});
