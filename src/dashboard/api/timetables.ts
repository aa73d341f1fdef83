// The versions of an organisation's timetables: listed, read, stored as a whole, and deleted. A document is read, checked and stored
// in a process of its own.

import { isVersionId } from '../../access/ids.ts';
import { listVersionsPage } from '../../control/timetables/list-versions.ts';
import { refuseCall, unreadableBody } from '../answers/refuse-call.ts';
import { component, type Declared, listOf, organisationOf, pageOf, pageQuery } from './call.ts';
import { preconditionFailed, preconditionOf } from './preferences.ts';

const tag = 'Timetables';
const stored = { schema: component('StoredVersion') };

export const timetableCalls: readonly Declared[] = [
  {
    call: 'GET /organisations/{id}/timetables',
    operationId: 'listVersions',
    tag,
    summary: 'List the versions, newest first, and whether readers get each as it is in the database',
    query: pageQuery,
    answers: { 200: { description: 'A page of them.', schema: listOf('ListedVersion') } },
    async carryOut(asked) {
      return { status: 200, body: await listVersionsPage(asked.operator, organisationOf(asked), pageOf(asked)) };
    },
  },
  {
    call: 'GET /organisations/{id}/timetables/{versionId}',
    operationId: 'getVersion',
    tag,
    summary: 'Return a version as the database has it: the `data` of Get Timetable',
    description: 'Its ETag is what a change of it takes. What readers get may be older.',
    isLarge: true,
    isQueued: true,
    answers: { 200: { description: 'The document.', schema: component('Timetable') } },
    async carryOut(asked) {
      const { context, operator, params, taker, gone } = asked;
      const [organisationId, versionId] = [organisationOf(asked), params['versionId'] ?? ''];
      const { actor } = operator;
      const { outcome } = await context.documents.run({ kind: 'read', actor, organisationId, versionId }, taker, gone);
      return { status: 200, body: Buffer.from(outcome.bytes), headers: { etag: outcome.etag } };
    },
  },
  {
    call: 'PUT /organisations/{id}/timetables/{versionId}',
    operationId: 'putVersion',
    tag,
    summary: 'Store a version: the `data` of Get Timetable; with a problem nothing of it is stored',
    description: 'A watcher publishes it within seconds, a build at once. `If-None-Match: *` stores only a new one.',
    takes: { ifMatch: true },
    body: component('Timetable'),
    bodyIsDocument: true,
    isLarge: true,
    isQueued: true,
    answers: {
      200: { ...stored, description: 'It replaces the version, or is the same.' },
      201: { ...stored, description: 'It is a new version.' },
    },
    async carryOut(asked) {
      const { context, operator, params, request, body, taker, gone } = asked;
      const versionId = params['versionId'] ?? '';
      if (!isVersionId(versionId))
        throw refuseCall({
          problem: 'invalid',
          detail: 'The id of a version has 1 to 64 letters, digits, "_" and "-".',
          errors: [{ path: 'path.versionId', message: 'must have 1 to 64 letters, digits, "_" and "-"' }],
        });
      const { outcome } = await context.documents.run(
        {
          kind: 'put',
          actor: operator.actor,
          organisationId: organisationOf(asked),
          versionId,
          bytes: body instanceof Uint8Array ? body : new Uint8Array(),
          precondition: preconditionOf(request),
        },
        taker,
        gone,
      );
      switch (outcome.outcome) {
        case 'precondition-failed':
          throw preconditionFailed();
        case 'unreadable':
          throw refuseCall(unreadableBody(outcome.reason));
        case 'refused':
          throw refuseCall({
            problem: 'invalid',
            detail: 'The document breaks the contract, and nothing of it was stored.',
            errors: outcome.problems,
          });
        default: {
          const { etag, version } = outcome;
          const status = outcome.outcome === 'created' ? 201 : 200;
          return { status, body: { outcome: outcome.outcome, version }, headers: { etag } };
        }
      }
    },
  },
  {
    call: 'DELETE /organisations/{id}/timetables/{versionId}',
    operationId: 'deleteVersion',
    tag,
    summary: 'Delete a version',
    isQueued: true,
    takes: { ifMatch: true },
    answers: { 204: { description: 'It is deleted.', schema: null } },
    async carryOut(asked) {
      const { context, operator, params, request, taker, gone } = asked;
      const { outcome } = await context.documents.run(
        {
          kind: 'delete',
          actor: operator.actor,
          organisationId: organisationOf(asked),
          versionId: params['versionId'] ?? '',
          precondition: preconditionOf(request),
        },
        taker,
        gone,
      );
      if (outcome === 'precondition-failed') throw preconditionFailed();
      return { status: 204 };
    },
  },
];
