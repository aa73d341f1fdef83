// A school's own file, from aSc, Untis or FET: what would become of it, or stored as the next version of its timetable.

import { readOrganisation } from '../../../control/organisations/list-organisations.ts';
import type { SchoolFile, SchoolFileOutcome } from '../../../control/timetables/import-school-files.ts';
import { bellsOf, formatNames, programNames } from '../../../control/timetables/read-import-options.ts';
import { refuseCall } from '../../answers/refuse-call.ts';
import { type Asked, component, type Declared, organisationOf } from '../call.ts';
import { importReport } from './import-report.ts';
import { readUpload } from './read-upload.ts';

const whole = (maximum: number) => ({ type: 'integer', minimum: 1, maximum });

export const importCalls: readonly Declared[] = [
  {
    call: 'POST /organisations/{id}/imports',
    operationId: 'importFiles',
    tag: 'Timetables',
    summary: `Import a school's own file from ${programNames}`,
    description:
      'With `dryRun=true` nothing is stored, and the answer says what would become of it. A file that has the `data` of Get Timetable, or its whole answer, is stored as it is: the name, the ids and the state in it, whatever the options say.',
    consumes: 'multipart/form-data',
    body: {
      type: 'object',
      properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
    },
    bodyIsDocument: true,
    isLarge: true,
    isQueued: true,
    readBody: (request) => readUpload(request),
    query: {
      dryRun: { type: 'boolean', default: false },
      document: {
        ...{ type: 'boolean', default: false },
        description: 'With `dryRun`: return the timetable too, as it would be stored.',
      },
      publish: { type: 'boolean', default: false, description: 'Publish it, instead of leaving a draft.' },
      effectiveFrom: {
        type: 'string',
        format: 'date',
        description: 'With `publish`: its first day; today at the school by default.',
      },
      timetable: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,57}$', description: 'The timetable it is a version of.' },
      timetableName: { type: 'string', minLength: 1, maxLength: 1000 },
      versionName: { type: 'string', minLength: 1, maxLength: 1000 },
      evenIfDifferent: { type: 'boolean', default: false, description: 'Although few of its teachers are known.' },
      evenIfNearlyEmpty: {
        type: 'boolean',
        default: false,
        description: 'With `publish`: although it places next to no lessons, and the version that would end does.',
      },
      from: { type: 'string', enum: formatNames },
      encoding: {
        type: 'string',
        pattern: '^[A-Za-z0-9._:-]{1,40}$',
        description: 'Of the text, such as windows-1256.',
      },
      firstDay: whole(7),
      term: whole(1000),
      week: whole(1000),
      bells: {
        ...{ type: 'string', maxLength: 4000 },
        description:
          'Start, minutes and pause, such as 08:00,45,5; or each period, and behind semicolons those of weekdays that differ (1 is Monday), such as 08:00-08:45,08:50-09:35;5=08:00-08:30,08:35-09:05.',
      },
      students: { type: 'boolean', default: false },
    },
    answers: {
      200: { description: 'What would become of it, or that nothing has changed.', schema: component('ImportReport') },
      201: { description: 'It is stored.', schema: component('ImportReport') },
    },
    async carryOut(asked) {
      const { context, operator, body, query, taker, gone } = asked;
      await readOrganisation(operator.open.database, organisationOf(asked));
      const isDryRun = query['dryRun'] === true;
      // What `readUpload` has read.
      const files = body as SchoolFile[];
      const { actor } = operator;
      const job = { kind: 'import', actor, files, options: optionsOf(asked) } as const;
      const { outcome } = await context.documents.run(job, taker, gone);
      const report = importReport(outcome, isDryRun, isDryRun && query['document'] === true);
      const refusal = isDryRun ? null : refusals[outcome.outcome];
      if (refusal !== null && refusal !== undefined)
        throw refuseCall({
          problem: outcome.outcome === 'different' || outcome.outcome === 'nearly empty' ? 'conflict' : 'invalid',
          detail: refusal,
          extension: { report },
          ...(outcome.outcome === 'refused' ? { errors: outcome.problems } : {}),
        });
      return { status: isDryRun || outcome.outcome === 'unchanged' ? 200 : 201, body: report };
    },
  },
];

/** Outcomes of which nothing is stored. */
const refusals: Partial<Record<SchoolFileOutcome['outcome'], string>> = {
  'not converted': 'The file cannot be converted, and nothing of it was stored; `report` says why.',
  refused: 'The converted file breaks the contract, and nothing of it was stored.',
  different: "Few of its teachers are known, so this is probably another school's file; `evenIfDifferent` stores it.",
  'nearly empty':
    'It places next to no lessons, and the version that would end does; `evenIfNearlyEmpty` publishes it.',
};

function optionsOf(asked: Asked) {
  const { query } = asked;
  const organisation = organisationOf(asked);
  const text = (name: string) => (typeof query[name] === 'string' ? String(query[name]) : null);
  const number = (name: string) => (typeof query[name] === 'number' ? Number(query[name]) : null);
  const first = text('effectiveFrom');
  if (first !== null && query['publish'] !== true)
    throw refuseCall({ problem: 'bad-request', detail: 'effectiveFrom needs publish: a draft is never in use.' });
  const bells = text('bells') === null ? null : bellsOf(text('bells') ?? '');
  if (text('bells') !== null && bells === null)
    throw refuseCall({
      problem: 'bad-request',
      detail: 'bells is 08:00,45,5 or 08:00-08:45,08:50-09:35, in the order of time.',
    });
  const from = formatNames.find((format) => format === query['from']) ?? null;
  return {
    organisation,
    name: undefined,
    timetableId: text('timetable'),
    timetableName: text('timetableName'),
    versionName: text('versionName'),
    publish: query['publish'] === true ? { from: first === null ? null : Number(first.replaceAll('-', '')) } : null,
    evenIfDifferent: query['evenIfDifferent'] === true,
    evenIfNearlyEmpty: query['evenIfNearlyEmpty'] === true,
    isDryRun: query['dryRun'] === true,
    convert: {
      ...{
        from,
        encoding: text('encoding'),
        bells,
        firstDay: number('firstDay'),
        term: number('term'),
        week: number('week'),
      },
      students: query['students'] === true,
    },
  };
}
