// One call of the control API, as its routes declare it: what it takes, what it answers, and who carries it out. Of the same
// declaration come the route, its checks and its description.

import type { FastifyRequest } from 'fastify';
import { type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import type { Operator } from '../../control/operator.ts';
import type { Caller, Context } from '../context.ts';
import type { Taker } from '../limits/create-slots.ts';
import type { Call } from '../permissions.ts';

export type Schema = { readonly [keyword: string]: unknown };

export type Answer = {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The state whose hash is the ETag; absent for none. */
  state?: unknown;
  /** The body as it is kept for a repeated request, without what is secret. */
  kept?: unknown;
};

export type Asked = {
  request: FastifyRequest;
  context: Context;
  caller: Caller;
  /** Whose share it takes. */
  taker: Taker;
  operator: Operator;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** As its schema allows. */
  body: unknown;
  /** Aborts when nobody waits for the answer any more. */
  gone: AbortSignal;
};

export type Declared = {
  call: Call;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Properties of the query, by name. */
  query?: Readonly<Record<string, Schema>>;
  body?: Schema;
  /** Checked by the one who carries it out, with all problems; the schema is for the description alone. */
  bodyIsDocument?: boolean;
  /**
   * Reads what fastify does not, such as files. `fingerprint`: a hash of it, which tells two requests apart.
   * @throws a refusal
   */
  readBody?(request: FastifyRequest): Promise<{ body: unknown; fingerprint: string }>;
  /** Whether its body may be as large as a document, so that it needs a place in the queue before it is read. */
  isLarge?: boolean;
  /** Whether it waits in a queue that has shares of its own, for as long as that takes. */
  isQueued?: boolean;
  /** Whether it takes access away, and so waits for nothing else. */
  isUrgent?: boolean;
  /** The media type of the body; JSON by default. */
  consumes?: 'multipart/form-data';
  /** By status: what it answers, and the schema of the body; null for none. */
  answers: Readonly<Record<number, { description: string; schema: Schema | null }>>;
  /** Whether it takes If-Match, and Prefer: wait. */
  takes?: { ifMatch?: boolean; wait?: boolean };
  carryOut(asked: Asked): Promise<Answer>;
};

/** A reference to a component, which `schemas.ts` has. */
export const component = (name: string): Schema => ({ $ref: `${name}#` });

export const listOf = (name: string): Schema => ({
  type: 'object',
  required: ['items', 'next'],
  additionalProperties: false,
  properties: {
    items: { type: 'array', items: component(name) },
    next: { type: ['string', 'null'], description: 'What `after` takes for the next page; null on the last.' },
  },
});

/** What every list takes. */
export const pageQuery = {
  limit: { type: 'integer', minimum: 1, maximum: 200, default: 50, description: 'How many items.' },
  after: { type: 'string', maxLength: 300, description: 'The `next` of the page before.' },
} as const;

export const pageOf = ({ query }: Asked): { limit: number; after: string | null } => ({
  limit: Number(query['limit'] ?? 50),
  after: typeof query['after'] === 'string' ? query['after'] : null,
});

/** The guard has let it pass. */
export const organisationOf = ({ params }: Asked): OrganisationId => parseOrganisationId(params['id'] ?? '');

/** A field of a body that its schema has checked; undefined when it is absent. */
export function textIn(body: unknown, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(body), name);
  return typeof value === 'string' ? value : undefined;
}

/** The database's `infinity` is a number, and stands for never. */
export const momentOf = (moment: Date | number | null): string | null =>
  moment instanceof Date && Number.isFinite(Number(moment)) ? moment.toISOString() : null;
