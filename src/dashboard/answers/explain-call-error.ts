// Turns any error into a refusal: those of the house by their class, those of fastify and its plug-ins by their code and
// status, and everything else into a 500 that tells nothing. What a caller cannot use stays in the log.

import {
  AlreadyError,
  BrokenCalendarError,
  ConflictError,
  DatabaseRefusalError,
  GrantHeldError,
  InvalidIdError,
  InvalidInputError,
  LeaseHeldError,
  NotFoundError,
  NotPublishedError,
  OutOfReachError,
  RemovalHeldError,
  reasonOf,
  SourceMismatchError,
  UsageError,
  WithheldError,
} from '../../errors.ts';
import { type CallRefusal, catalogue, type ProblemName } from './problem.ts';
import { refusalIn, unreadableBody } from './refuse-call.ts';
import { validationErrors } from './validation-errors.ts';

/** Seconds after which a caller may try again what failed for the moment. */
const soon = 5;

export function explainCallError(error: unknown): CallRefusal {
  return refusalIn(error) ?? ofHouse(error) ?? ofFastify(error) ?? { problem: 'internal', detail: internal };
}

/** Of a change that must not be made a second time. */
export const storedOnly =
  'The change is stored in the database, but servers do not see it yet, since the published output cannot be written. ' +
  'The watcher publishes it as soon as it can, and so does a build.';

const internal = 'The cause is in the log of the dashboard, under the id of this request.';

function ofHouse(error: unknown): CallRefusal | null {
  const detail = withoutCommands(reasonOf(error));
  if (error instanceof NotFoundError) return { problem: 'not-found', detail };
  if (error instanceof AlreadyError) return { problem: 'conflict', detail };
  if (error instanceof InvalidInputError) return ofInput(error);
  if (error instanceof InvalidIdError) return { problem: 'invalid', detail };
  if (error instanceof RemovalHeldError || error instanceof GrantHeldError) return { problem: 'conflict', detail };
  if (error instanceof LeaseHeldError) return { problem: 'unavailable', detail, retryAfter: soon };
  if (error instanceof NotPublishedError)
    return {
      problem: 'unavailable',
      detail: storedOnly,
      retryAfter: soon,
    };
  if (error instanceof OutOfReachError || error instanceof SourceMismatchError)
    return {
      problem: 'unavailable',
      detail: `The database or the published output cannot be used. ${internal}`,
      retryAfter: soon,
    };
  if (error instanceof ConflictError) return { problem: 'conflict', detail };
  const areInvalid = [DatabaseRefusalError, BrokenCalendarError, WithheldError, UsageError];
  return areInvalid.some((kind) => error instanceof kind) ? { problem: 'invalid', detail } : null;
}

/** A cursor is the one input that is no field of a body. */
function ofInput({ problems }: InvalidInputError): CallRefusal {
  const isQuery = problems.every(({ path }) => path === 'after');
  const errors = problems.map(({ path, message }) => ({
    path: isQuery ? `query.${path}` : path.startsWith('$') ? path : `$.${path}`,
    message,
  }));
  return { problem: isQuery ? 'bad-request' : 'invalid', detail: errors.map((each) => each.message).join(' '), errors };
}

/** Messages of the house end with the command that helps on a command line. */
function withoutCommands(message: string): string {
  const kept = message.split('; ').filter((part) => !part.includes('`'));
  return kept.length === 0 ? message : kept.join('; ');
}

const notJson = unreadableBody('is not valid JSON');

/** Codes whose status alone does not say enough. */
const ofCode: Record<string, CallRefusal> = {
  FST_ERR_CTP_INVALID_JSON_BODY: notJson,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    problem: 'unsupported-media-type',
    detail: 'The Content-Type of the body is not one that this call takes.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { problem: 'too-large', detail: 'The body is larger than this call takes.' },
  FST_ERR_HANDLER_TIMEOUT: { problem: 'unavailable', detail: 'It took too long and was given up.' },
  FST_ERR_MAX_PARAM_LENGTH: { problem: 'uri-too-long', detail: 'A part of the path is too long.' },
  FST_FIELDS_LIMIT: { problem: 'invalid', detail: 'The body has a field that is no file; options are in the query.' },
  FST_PARTS_LIMIT: { problem: 'too-large', detail: 'The body has more files than this call takes.' },
  FST_FILES_LIMIT: { problem: 'too-large', detail: 'The body has more files than this call takes.' },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    problem: 'unsupported-media-type',
    detail: 'Files are sent as multipart/form-data.',
  },
};

function ofFastify(error: unknown): CallRefusal | null {
  const [code, status, validation, context] = ['code', 'statusCode', 'validation', 'validationContext'].map((name) =>
    Reflect.get(Object(error), name),
  );
  if (Array.isArray(validation)) return ofValidation(validation, String(context));
  const known = typeof code === 'string' ? ofCode[code] : undefined;
  if (known !== undefined) return known;
  if (error instanceof SyntaxError && status === 400) return notJson;
  const problem = nameOf(status);
  return problem === null ? null : { problem, detail: reasonOf(error) };
}

function ofValidation(found: readonly unknown[], context: string): CallRefusal {
  const errors = validationErrors(found, context);
  const first = errors[0] === undefined ? '' : `: ${errors[0].path} ${errors[0].message}`;
  return {
    problem: context === 'body' ? 'invalid' : 'bad-request',
    detail: `The ${context === 'body' ? 'body' : 'request'} is not valid${first}`,
    errors,
  };
}

/** The problem of a status below 500; null where the catalogue has none. */
function nameOf(status: unknown): ProblemName | null {
  // `Object.keys` has the type string[].
  const names = Object.keys(catalogue) as ProblemName[];
  return names.find((name) => catalogue[name].status === status && catalogue[name].status < 500) ?? null;
}
