// Says what AJV found wrong as the house does elsewhere: a JSONPath, and a sentence that goes on from it.

import { jsonPath } from '../../document/json-path.ts';
import type { FieldError } from './problem.ts';

/** @param context which part of the request: body, querystring, params or headers */
export function validationErrors(found: readonly unknown[], context: string): FieldError[] {
  return found.map((error) => {
    const [instancePath, keyword, params, message] = ['instancePath', 'keyword', 'params', 'message'].map((name) =>
      Reflect.get(Object(error), name),
    );
    const segments = String(instancePath ?? '')
      .split('/')
      .slice(1)
      .map((escaped) => escaped.replaceAll('~1', '/').replaceAll('~0', '~'))
      .map((name) => (/^\d+$/.test(name) ? Number(name) : name));
    const path = context === 'body' ? jsonPath(segments) : [names[context] ?? context, ...segments].join('.');
    return { path, message: formatMessage(String(keyword), Object(params), String(message ?? keyword)) };
  });
}

const names: Record<string, string> = { querystring: 'query', params: 'path', headers: 'header' };

/** Quotes no value: a body may hold a secret. */
function formatMessage(keyword: string, params: Record<string, unknown>, message: string): string {
  switch (keyword) {
    case 'required':
      return `lacks the field ${params['missingProperty']}`;
    case 'dependentRequired':
      return `has the field ${params['property']}, and lacks ${params['missingProperty']}`;
    case 'additionalProperties':
      return `has the unknown field ${params['additionalProperty']}`;
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues'])}`;
    default:
      return message;
  }
}
