// The reference of the control API: one page for people, made from the description that the dashboard gives to programs, so that the
// two cannot differ.

import { contents } from './contents.ts';
import { controlFrame } from './control-frame.ts';
import { escapeText, fieldList, hasFields, heading, type Schema, type Schemas, withCode } from './describe-schema.ts';

type Body = { content?: Record<string, { schema?: Schema }> };
type Call = {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: Body;
  responses: Record<string, Body & { description: string }>;
};
/** The parts of the description that the page shows. */
export type ControlDescription = {
  info: { title: string; description: string };
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Schemas; securitySchemes: { token: { description: string } } };
};

type NamedCall = Call & { method: string; path: string };

export function controlReference({ info, tags, paths, components: { schemas, securitySchemes } }: ControlDescription) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): NamedCall => ({ ...call, method: method.toUpperCase(), path })),
  );
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    id: `about-${name.toLowerCase()}`,
    calls: calls.filter((call) => call.tags?.includes(name)),
  }));
  const described = Object.entries(schemas).filter(([, schema]) => hasFields(schema));
  const link = (id: string, title: string) => `<li><a href="#${id}">${title}</a></li>`;
  const listed = groups.map(
    ({ id, name, calls }) =>
      `<li><a href="#${id}">${escapeText(name)}</a><ul class="plain">${calls.map((call) => link(call.operationId, shortTitle(call))).join('\n')}</ul></li>`,
  );
  const page = `<div class="beside">
${contents(`${link('token', 'The token')}
${listed.join('\n')}
${link('refusals', 'Refusals')}
<li><a href="#fields">Fields</a>
<details><summary>Each schema</summary><ul class="plain">
${described.map(([name]) => link(name, name)).join('\n')}
</ul></details></li>`)}
<article class="docs">
<h1>${escapeText(info.title)}</h1>
<p>${withCode(info.description)}</p>
<p>For tools: <a href="/control/v1/openapi.json">the OpenAPI description</a>, from which the usual generators make clients.</p>
<section aria-labelledby="token">${heading(2, 'token', 'The token')}
<p>${withCode(securitySchemes.token.description)} Send it as <code>Authorization: Bearer</code>, and keep it in the environment of the program. <code>npm run admins -- create</code> makes one.</p>
</section>
${groups
  .map(
    ({ id, name, description, calls }) => `<section aria-labelledby="${id}">${heading(2, id, escapeText(name))}
<p>${withCode(description)}</p>
${calls.map((call) => callSection(call, schemas)).join('\n')}
</section>`,
  )
  .join('\n')}
${refusals(calls)}
<section aria-labelledby="fields">${heading(2, 'fields', 'Fields')}
${described
  .map(
    ([name, schema]) => `<section>${heading(3, name, name)}
${schema.description === undefined ? '' : `<p>${withCode(schema.description)}</p>\n`}${fieldList(schema, schemas)}</section>`,
  )
  .join('\n')}
</section>
</article>
</div>`;
  return controlFrame('Control API', page);
}

/** What the list of the contents says: the summary up to its first comma. */
const shortTitle = ({ summary }: Call): string => escapeText(summary.split(/[,;]/)[0] ?? summary);

function callSection(call: NamedCall, schemas: Schemas): string {
  const { operationId: id, summary, description, method, path, parameters = [], requestBody, responses } = call;
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const refused = Object.keys(responses).filter((status) => Number(status) >= 400);
  return `<section aria-labelledby="${id}">${heading(3, id, escapeText(summary))}
<p class="path"><code>${method} ${escapeText(path)}</code></p>
${description === undefined ? '' : `<p>${withCode(description)}</p>`}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>\n<dl class="fields">\n${parameters.map(parameter).join('\n')}\n</dl>`}
${requestBody === undefined ? '' : `<h4>Body</h4>\n${body(requestBody, schemas)}`}
${good.map(([status, answer]) => `<h4>Answer: ${status}</h4>\n<p>${withCode(answer.description)}</p>\n${body(answer, schemas)}`).join('\n')}
<p class="quiet">Refused with ${refused.map((status) => `<a href="#refused-${status}">${status}</a>`).join(', ')}.</p>
</section>`;
}

const parameter = ({ name, in: place, required, description = '' }: NonNullable<Call['parameters']>[number]): string =>
  `<div><dt><code>${escapeText(name)}</code> <span class="quiet">in the ${place}${required ? ', required' : ''}</span></dt>${description === '' ? '' : `<dd>${withCode(description)}</dd>`}</div>`;

/** Its media type where that is not JSON, and its fields, or a link to them. */
function body({ content = {} }: Body, schemas: Schemas): string {
  return Object.entries(content)
    .map(([type, { schema = {} }]) => {
      const name = schema.$ref?.split('/').at(-1);
      const isKnown = name !== undefined && hasFields(schemas[name]);
      const fields = isKnown
        ? `<p>The fields of <a href="#${name}">${name}</a>.</p>`
        : hasFields(schema)
          ? fieldList(schema, schemas)
          : '';
      return `${type === 'application/json' ? '' : `<p><code>${escapeText(type)}</code></p>\n`}${fields}`;
    })
    .join('\n');
}

/** Each status, with what it means; the same for all calls. */
function refusals(calls: readonly NamedCall[]): string {
  const meanings = new Map(
    calls
      .flatMap(({ responses }) => Object.entries(responses))
      .flatMap(([status, { description }]) => (Number(status) >= 400 ? [[status, description] as const] : [])),
  );
  const sections = [...meanings]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(
      ([status, meaning]) =>
        `<section>${heading(3, `refused-${status}`, status)}\n<p>${withCode(meaning)}.</p></section>`,
    );
  return `<section aria-labelledby="refusals">${heading(2, 'refusals', 'Refusals')}
<p>All have the body of <a href="#Problem">Problem</a> (RFC 9457) as <code>application/problem+json</code>.</p>
${sections.join('\n')}
</section>`;
}
