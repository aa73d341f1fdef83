// What is published of an organisation, and what a person does about it: build it anew, or show an earlier generation again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../../access/ids.ts';
import { readOrganisation } from '../../control/organisations/list-organisations.ts';
import { readPublication } from '../../control/publication/read-publication.ts';
import { refuseCall } from '../answers/refuse-call.ts';
import type { JobResult } from '../jobs/job.ts';
import { type Answer, type Asked, component, type Declared, organisationOf } from './call.ts';
import type { Run, Runs } from './create-runs.ts';
import { waitOf } from './preferences.ts';

const tag = 'Publication';
const run = component('Run');
const answers = {
  200: { description: 'It is served.', schema: run },
  202: { description: 'It takes longer; `Location` says where to ask.', schema: run },
};

export const publicationCalls = (runs: Runs): readonly Declared[] => [
  {
    call: 'GET /organisations/{id}/publication',
    operationId: 'getPublication',
    tag,
    summary: 'Say what is published, what waits, and what is withheld and why',
    answers: { 200: { description: 'The publication.', schema: component('Publication') } },
    async carryOut(asked) {
      return { status: 200, body: await readPublication(asked.operator, organisationOf(asked)) };
    },
  },
  {
    call: 'POST /organisations/{id}/builds',
    operationId: 'build',
    tag,
    summary: 'Publish what the database has',
    takes: { wait: true },
    isQueued: true,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: { full: { type: 'boolean', description: 'Verify the stored files too, and rewrite damaged ones.' } },
    },
    answers,
    async carryOut(asked) {
      const organisationId = organisationOf(asked);
      const isFull = Reflect.get(Object(asked.body), 'full') === true;
      const { actor } = asked.operator;
      return carryOutRun(runs, asked, 'build', organisationId, () =>
        asked.context.publications.run({ kind: 'build', actor, organisationId, isFull }, asked.taker),
      );
    },
  },
  {
    call: 'GET /organisations/{id}/builds/{buildId}',
    operationId: 'getBuild',
    tag,
    summary: 'Say how far a build or a rollback is',
    answers: { 200: { description: 'Its state.', schema: run } },
    async carryOut(asked) {
      const found = runs.find(organisationOf(asked), asked.params['buildId'] ?? '');
      if (found === null)
        throw refuseCall({
          problem: 'not-found',
          detail: 'There is no such build, or the dashboard has started anew since; `publication` says what is served.',
        });
      return { status: 200, body: found };
    },
  },
  {
    call: 'POST /organisations/{id}/rollback',
    operationId: 'rollBack',
    tag,
    summary: 'Show an earlier generation again, until the next change or build',
    takes: { wait: true },
    isQueued: true,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        to: { type: 'integer', minimum: 1, maximum: 1e15, description: 'The newest earlier one by default.' },
      },
    },
    answers,
    async carryOut(asked) {
      const organisationId = organisationOf(asked);
      const given: unknown = Reflect.get(Object(asked.body), 'to');
      const to = typeof given === 'number' ? given : null;
      const { actor } = asked.operator;
      return carryOutRun(runs, asked, 'rollback', organisationId, () =>
        asked.context.publications.run({ kind: 'rollback', actor, organisationId, to }, asked.taker),
      );
    },
  },
  {
    call: 'POST /organisations/{id}/rollback/keep',
    operationId: 'keepShown',
    tag,
    summary: 'After a rollback: store what readers get, and delete the versions that they do not get',
    description:
      'Then the next change or build takes nothing of it away. With `dryRun` it says which versions these are.',
    isQueued: true,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        generation: {
          ...{ type: 'integer', minimum: 1, maximum: 1e15 },
          description: 'The generation that is shown; 409 when it is another one by now.',
        },
        dryRun: { type: 'boolean', default: false },
      },
    },
    answers: { 200: { description: 'What was changed, or would be.', schema: component('KeptShown') } },
    async carryOut(asked) {
      const { context, operator, body, taker, gone } = asked;
      const given: unknown = Reflect.get(Object(body), 'generation');
      const job = {
        kind: 'keep',
        actor: operator.actor,
        organisationId: organisationOf(asked),
        generation: typeof given === 'number' ? given : null,
        isDryRun: Reflect.get(Object(body), 'dryRun') === true,
      } as const;
      return { status: 200, body: (await context.documents.run(job, taker, gone)).outcome };
    },
  },
];

/** Answers when it is done, or when the caller no longer wants to wait. @throws why it failed until then */
async function carryOutRun(
  runs: Runs,
  asked: Asked,
  kind: Run['kind'],
  organisationId: OrganisationId,
  start: () => Promise<JobResult & { kind: 'build' | 'rollback' }>,
): Promise<Answer> {
  await readOrganisation(asked.operator.open.database, organisationId);
  // Refused at once when there is no place, so that nothing of it is remembered.
  const result = start();
  const { id, ended } = runs.add(
    organisationId,
    kind,
    result.then(({ outcome }) => outcome),
  );
  await Promise.race([ended, sleep(waitOf(asked.request), undefined, { ref: false })]);
  const found = runs.find(organisationId, id);
  if (found?.state === 'failed') await result; // throws why
  const isOver = found?.state === 'done';
  return {
    status: isOver ? 200 : 202,
    body: found,
    headers: isOver ? {} : { location: `/control/v1/organisations/${organisationId}/builds/${id}` },
  };
}
