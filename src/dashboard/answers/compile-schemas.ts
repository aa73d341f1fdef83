// The validators of requests: JSON Schema 2020-12, strict. Fastify's own would remove unknown fields and turn "1" into 1; here
// an unknown field is an error, and only what is text by its nature, a query or a path, is read as a number or a switch.

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';

const options = { strict: true, strictTypes: false, strictRequired: false, allErrors: true } as const;

/** Moments as RFC 3339 writes them, in any offset. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

/** A day of the calendar, as YYYY-MM-DD. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function schemaCompiler(): FastifySchemaCompiler<unknown> {
  const withFormats = (ajv: Ajv2020) => ajv.addFormat('date-time', isMoment).addFormat('date', isDay);
  const ofBodies = withFormats(new Ajv2020(options));
  const ofTexts = withFormats(new Ajv2020({ ...options, coerceTypes: true, useDefaults: true }));
  return ({ schema, httpPart }) => {
    const ajv = httpPart === 'body' ? ofBodies : ofTexts;
    return ajv.compile(Object(schema));
  };
}
