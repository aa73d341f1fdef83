// What is different from the plan on single days: read for a date, replaced for a date or a range, and imported from a file. Days are
// resolved and checked in a process of its own, as documents are.

import { maxDayBytes } from '../../control/days/put-days.ts';
import type { SchoolFile } from '../../control/timetables/import-school-files.ts';
import { refuseCall, unreadableBody } from '../answers/refuse-call.ts';
import { type Answer, type Asked, component, type Declared, organisationOf } from './call.ts';
import { readUpload } from './import/read-upload.ts';
import { preconditionFailed, preconditionOf } from './preferences.ts';

const tag = 'Days';
const date = { type: 'string', format: 'date', description: 'Such as 2026-11-23.' };
const dryRun = {
  type: 'boolean',
  default: false,
  description: 'Check and tell what would be stored, and store nothing.',
};
const replaces = {
  takes: { ifMatch: true },
  body: component('DayChanges'),
  bodyIsDocument: true,
  isLarge: true,
  isQueued: true,
  answers: { 200: { description: 'What is stored now.', schema: component('StoredDays') } },
} as const;

export const dayCalls: readonly Declared[] = [
  {
    call: 'GET /organisations/{id}/days/{date}',
    operationId: 'getDay',
    tag,
    summary: 'Get what is different on a date, what of it is orphaned, and what takes place',
    isQueued: true,
    answers: {
      200: { description: 'In the form that is put, and what becomes of it.', schema: component('ShownDay') },
    },
    async carryOut(asked) {
      const { context, operator, taker, gone } = asked;
      const day = { organisationId: organisationOf(asked), date: dayIn(asked, 'path', 'date') };
      const { outcome } = await context.documents.run({ kind: 'day', actor: operator.actor, ...day }, taker, gone);
      const { orphaned: _, day: __, ...state } = outcome;
      return { status: 200, body: outcome, state };
    },
  },
  {
    call: 'PUT /organisations/{id}/days/{date}',
    operationId: 'putDay',
    tag,
    summary: 'Replace what is different on a date; nothing is stored if anything is wrong',
    description: 'What Get Day adds is ignored. Equal content publishes nothing.',
    query: { dryRun },
    ...replaces,
    carryOut(asked) {
      const day = dayIn(asked, 'path', 'date');
      return replace(asked, day, day);
    },
  },
  {
    call: 'PUT /organisations/{id}/days',
    operationId: 'putDays',
    tag,
    summary: 'Replace what is different on the days of a range; nothing is stored if anything is wrong',
    description: 'The body is the whole truth for the days: what it does not have any more is withdrawn.',
    query: { from: date, to: date, dryRun },
    ...replaces,
    carryOut: (asked) => replace(asked, dayIn(asked, 'query', 'from'), dayIn(asked, 'query', 'to')),
  },
  {
    call: 'POST /organisations/{id}/days/imports',
    operationId: 'importDayFile',
    tag,
    summary: 'Import a file of what is different on its days: GPU014.TXT of Untis, CSV or JSON',
    description:
      'It is the whole truth for its days. With `dryRun=true` nothing is stored, and the answer says what would become of it. The reason of an absence is not read.',
    consumes: 'multipart/form-data',
    body: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
    bodyIsDocument: true,
    isLarge: true,
    isQueued: true,
    readBody: (request) => readUpload(request, { bytes: maxDayBytes, files: 1 }),
    query: { dryRun },
    answers: {
      200: { description: 'What became of it, or would become of it.', schema: component('DayFileReport') },
    },
    async carryOut(asked) {
      const { context, operator, body, query, taker, gone } = asked;
      const isDryRun = query['dryRun'] === true;
      // What `readUpload` has read: one file.
      const [file = { name: '', bytes: new Uint8Array() }] = body as SchoolFile[];
      const job = { actor: operator.actor, organisationId: organisationOf(asked), file, isDryRun };
      const { outcome } = await context.documents.run({ kind: 'day file', ...job }, taker, gone);
      const report = { ...outcome, dryRun: isDryRun };
      if (outcome.outcome === 'refused' && !isDryRun)
        throw refuseCall({
          ...{ problem: 'invalid', detail: refused, extension: { report } },
          errors: outcome.problems.map(({ line: _, path, ...problem }) => ({ path: path ?? '$', ...problem })),
        });
      return { status: 200, body: report };
    },
  },
];

async function replace(asked: Asked, from: number, to: number): Promise<Answer> {
  const { context, operator, request, query, taker, gone } = asked;
  const isDryRun = query['dryRun'] === true;
  const bytes = asked.body instanceof Uint8Array ? asked.body : new Uint8Array();
  if (bytes.length > maxDayBytes)
    throw refuseCall({
      problem: 'too-large',
      detail: `The body has ${bytes.length} bytes, and ${maxDayBytes} is the maximum; send fewer days at once.`,
    });
  const put = {
    organisationId: organisationOf(asked),
    from,
    to,
    bytes,
    isDryRun,
    precondition: preconditionOf(request),
  };
  const { outcome } = await context.documents.run({ kind: 'days', actor: operator.actor, ...put }, taker, gone);
  switch (outcome.outcome) {
    case 'precondition-failed':
      throw preconditionFailed();
    case 'unreadable':
      throw refuseCall(unreadableBody(outcome.reason));
    case 'refused':
      throw refuseCall({ problem: 'invalid', detail: refused, errors: outcome.problems });
    default: {
      const { written, warnings, days, differences } = outcome;
      // The tag of what a dry run would store is not that of what is stored.
      return {
        status: 200,
        body: { outcome: outcome.outcome, dryRun: isDryRun, written, differences, ...days, warnings },
        ...(isDryRun ? {} : { state: days }),
      };
    }
  }
}

const refused = 'These days cannot be followed, and nothing of them was stored.';

/** A day of the path or the query as a number. @throws a refusal */
function dayIn({ params, query }: Asked, place: 'path' | 'query', name: string): number {
  const given = place === 'path' ? params[name] : query[name];
  const text = typeof given === 'string' ? given : '';
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return Number(text.replaceAll('-', ''));
  throw refuseCall({
    problem: 'invalid',
    detail: `${name} is not a day such as 2026-11-23.`,
    errors: [{ path: `${place}.${name}`, message: 'must be a day such as 2026-11-23' }],
  });
}
