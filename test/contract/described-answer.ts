// Checks an answer of a running server against the description of the API: its status, its headers, its body.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { openapiFile } from '../../scripts/tools/generate-openapi.ts';

type Reference = { $ref: string };
type Header = Reference | { schema: object };
type Content = { 'application/json'?: { schema: Reference }; 'text/calendar'?: object };
type Description = {
  paths: Record<string, Record<string, { responses?: Record<string, Reference> }>>;
  components: {
    responses: Record<string, { headers?: Record<string, Header>; content?: Content }>;
    headers: Record<string, { schema: object }>;
  };
};
const text = readFileSync(openapiFile, 'utf8');
const description = JSON.parse(text) as Description; // the parts that are used here; the linter checks the rest
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(JSON.parse(text), 'openapi.json');

const named = ({ $ref }: Reference) => $ref.split('/').at(-1) ?? '';

/** Every answer that the description promises, as `get /api/v1/timetables 200`. */
export const describedAnswers: string[] = Object.entries(description.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { responses = {} }]) =>
    Object.keys(responses).map((status) => `${method} ${path} ${status}`),
  ),
);

/** Headers that every server sends and no description lists, or that concern one connection. */
const ofTransport = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];
/** Headers that an answer may do without although they are described. */
const optional = ['content-encoding'];

/**
 * Fails unless the description has this answer. @param path as the description has it, with `{id}`
 * @param parsed false where what came was no HTTP, so that nobody knows whether a body is wanted
 */
export function expectDescribed(
  method: string,
  path: string,
  { status, headers, body }: { status: number; headers: Headers; body: string },
  parsed = true,
): void {
  const which = `${method} ${path} ${status}`;
  const reference = description.paths[path]?.[method]?.responses?.[String(status)];
  expect(reference, which).toBeDefined();
  const described = description.components.responses[reference === undefined ? '' : named(reference)];
  const known = Object.entries(described?.headers ?? {});
  for (const [name, header] of known) {
    const value = headers.get(name);
    if (value === null) expect(optional, `${which}: ${name} is missing`).toContain(name.toLowerCase());
    else {
      const { schema } =
        'schema' in header ? header : (description.components.headers[named(header)] ?? { schema: {} });
      expect(ajv.validate(schema, value), `${which}: ${name}: ${value}`).toBe(true);
    }
  }
  const names = known.map(([name]) => name.toLowerCase());
  for (const [name] of headers) if (!ofTransport.includes(name)) expect(names, which).toContain(name);

  const content = described?.content?.['application/json'];
  const isCalendar = described?.content?.['text/calendar'] !== undefined;
  if ((content === undefined && !isCalendar) || (parsed && method === 'head')) {
    expect(body, which).toBe('');
    return;
  }
  if (content === undefined) {
    expect(headers.get('content-type'), which).toBe('text/calendar; charset=utf-8');
    expect(body, which).toMatch(/^BEGIN:VCALENDAR\r\n/);
    return;
  }
  expect(headers.get('content-type'), which).toBe('application/json; charset=utf-8');
  expect(ajv.validate(`openapi.json${content.schema.$ref}`, JSON.parse(body)), `${which}: ${ajv.errorsText()}`).toBe(
    true,
  );
}
