// What is changed of a version that is stored: its names, and that a draft is published from a day on.

import type { ChangedVersion, ChangeVersion } from '../../control/timetables/change-version.ts';
import type { PublishOutcome } from '../../control/timetables/publish-timetable.ts';
import { refuseCall } from '../answers/refuse-call.ts';
import { type Answer, type Asked, component, type Declared, organisationOf, textIn } from './call.ts';
import { preconditionFailed, preconditionOf } from './preferences.ts';

const tag = 'Timetables';
const changed = { 200: { description: 'The version as it is now.', schema: component('StoredVersion') } };

export const versionChangeCalls: readonly Declared[] = [
  {
    call: 'PATCH /organisations/{id}/timetables/{versionId}',
    operationId: 'renameVersion',
    tag,
    summary: 'Change the name of a timetable, which all of its versions have, or the label of a version',
    takes: { ifMatch: true },
    isQueued: true,
    body: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 1000 },
        versionName: { type: ['string', 'null'], minLength: 1, maxLength: 1000 },
      },
    },
    answers: changed,
    async carryOut(asked) {
      const { context, operator, body, taker, gone } = asked;
      const hasLabel = Object.hasOwn(Object(body), 'versionName');
      const job = {
        kind: 'rename',
        actor: operator.actor,
        ...versionOf(asked),
        name: textIn(body, 'name'),
        ...(hasLabel ? { versionName: textIn(body, 'versionName') ?? null } : {}),
      } as const;
      return answerOf((await context.documents.run(job, taker, gone)).outcome);
    },
  },
  {
    call: 'POST /organisations/{id}/timetables/{versionId}/publish',
    operationId: 'publishVersion',
    tag,
    summary: 'Publish a draft from a day on: the version that applies until then ends on the day before',
    description: 'A watcher publishes it within seconds, a build at once.',
    takes: { ifMatch: true },
    isQueued: true,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        effectiveFrom: {
          type: 'string',
          format: 'date',
          description: 'Its first day; today at the school by default.',
        },
        evenIfNearlyEmpty: {
          type: 'boolean',
          description: 'Although it places next to no lessons, and the version that would end does.',
        },
      },
    },
    answers: changed,
    async carryOut(asked) {
      const { context, operator, body, taker, gone } = asked;
      const first = textIn(body, 'effectiveFrom');
      const job = {
        kind: 'publish',
        actor: operator.actor,
        ...versionOf(asked),
        from: first === undefined ? null : Number(first.replaceAll('-', '')),
        evenIfNearlyEmpty: Reflect.get(Object(body), 'evenIfNearlyEmpty') === true,
      } as const;
      return answerOf((await context.documents.run(job, taker, gone)).outcome);
    },
  },
];

const versionOf = (asked: Asked): ChangeVersion => ({
  organisationId: organisationOf(asked),
  versionId: asked.params['versionId'] ?? '',
  precondition: preconditionOf(asked.request),
});

/** @throws a refusal */
function answerOf(outcome: ChangedVersion | PublishOutcome): Answer {
  switch (outcome.outcome) {
    case 'precondition-failed':
      throw preconditionFailed();
    case 'nearly empty': {
      const { placed, placedBefore, before } = outcome;
      throw refuseCall({
        problem: 'conflict',
        detail:
          'It places next to no lessons, and the version that would end does; `evenIfNearlyEmpty` publishes it all the same.',
        extension: { nearlyEmpty: { placed, placedBefore, before } },
      });
    }
    case 'refused':
      throw refuseCall({
        problem: 'invalid',
        detail: 'The version breaks the contract, and nothing was changed.',
        errors: outcome.problems,
      });
    default: {
      const { version, etag } = outcome;
      return { status: 200, body: { outcome: outcome.outcome, version }, headers: { etag } };
    }
  }
}
