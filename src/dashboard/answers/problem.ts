// The one catalogue of what the control API refuses, and the one builder of its error bodies: RFC 9457, with a list of
// `errors` where a request is wrong in several places. Every error of fastify, of the house and of a route ends here.

/** What can go wrong, each with its status. The names are part of the API: `type` ends with them. */
export const catalogue = {
  'bad-request': { status: 400, title: 'The request cannot be read' },
  'not-signed-in': { status: 401, title: 'A valid token is needed' },
  forbidden: { status: 403, title: 'This token may not do that' },
  'other-origin': { status: 403, title: 'A change with a cookie has to come from the page itself' },
  'not-found': { status: 404, title: 'There is no such thing' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here' },
  timeout: { status: 408, title: 'The request came too slowly' },
  conflict: { status: 409, title: 'The present state does not allow that' },
  'precondition-failed': { status: 412, title: 'It was changed meanwhile' },
  'too-large': { status: 413, title: 'The body is too large' },
  'uri-too-long': { status: 414, title: 'The address is too long' },
  'unsupported-media-type': { status: 415, title: 'The media type of the body is not supported' },
  misdirected: { status: 421, title: 'The dashboard has another name' },
  invalid: { status: 422, title: 'The content is not valid' },
  'too-many-requests': { status: 429, title: 'There are too many requests' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'The dashboard failed' },
  unavailable: { status: 503, title: 'That cannot be done at the moment' },
} as const;

export type ProblemName = keyof typeof catalogue;

/** A place in the body as a JSONPath, such as `$.name`; `query.limit`, `path.id` or `header.prefer` outside of it. */
export type FieldError = { path: string; message: string; candidates?: readonly unknown[] };

/** Thrown by routes, and made of every other error. `retryAfter` in seconds. */
export type CallRefusal = {
  problem: ProblemName;
  detail: string;
  errors?: readonly FieldError[];
  retryAfter?: number;
  /** Further members of the body. */
  extension?: Readonly<Record<string, unknown>>;
  /** Further headers, such as Allow. */
  headers?: Readonly<Record<string, string>>;
};

export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The id of the request, which is in the log. */
  instance: string;
  errors?: readonly FieldError[];
};

export const problemType = 'application/problem+json; charset=utf-8';

/** How many errors one body lists. */
const maxErrors = 1000;

/** Where it is not known which part is wrong, it is the whole body. */
export function problemBody(
  {
    problem,
    detail,
    errors = problem === 'invalid' ? [{ path: '$', message: detail }] : undefined,
    extension = {},
  }: CallRefusal,
  requestId: string,
): ProblemBody {
  const { status, title } = catalogue[problem];
  const listed = errors === undefined ? {} : { errors: errors.slice(0, maxErrors) };
  const instance = `urn:belfry:request:${requestId}`;
  return { ...extension, type: `urn:belfry:${problem}`, title, status, detail, instance, ...listed };
}

export const headersOf = ({ retryAfter, headers = {} }: CallRefusal): Record<string, string> => ({
  ...headers,
  ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
});
