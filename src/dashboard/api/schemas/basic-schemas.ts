// What the shapes are made of.

import type { Schema } from '../call.ts';

export const object = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
export const text = { type: 'string' };
export const textOrNull = { type: ['string', 'null'] };
export const moment = { type: 'string', format: 'date-time' };
export const momentOrNull = { type: ['string', 'null'], format: 'date-time' };
export const count = { type: 'integer', minimum: 0 };
export const countOrNull = { type: ['integer', 'null'], minimum: 0 };
export const yes = { type: 'boolean' };
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const of = (name: string): Schema => ({ $ref: `${name}#` });
export const anything = { type: 'object', additionalProperties: true };
export const anythingOrNull = { type: ['object', 'null'], additionalProperties: true };
export const linkKinds = ['class', 'teacher', 'room', 'student'];
export const retries = listOf(of('Retry'));
