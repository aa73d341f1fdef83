// What concerns more than one organisation: the status, and the audit. Both are cut to what the token may see.

import { isOrganisationId } from '../../access/ids.ts';
import { listAudit } from '../../control/audit/list-audit.ts';
import { nameSubjects } from '../../control/audit/name-subjects.ts';
import { readOverview } from '../../control/publication/read-overview.ts';
import { refuseCall } from '../answers/refuse-call.ts';
import { maySee } from '../permissions.ts';
import { component, type Declared, listOf, pageOf, pageQuery } from './call.ts';

const tag = 'Overview';

export const overviewCalls: readonly Declared[] = [
  {
    call: 'GET /status',
    operationId: 'getStatus',
    tag,
    summary: 'Show totals and who needs attention',
    answers: { 200: { description: 'What `status` shows.', schema: component('Status') } },
    async carryOut({ operator, caller: { organisationId }, context }) {
      const only = isOrganisationId(organisationId) ? organisationId : null;
      // Where the servers are is nobody's business who sees one organisation.
      const silentServers = only === null ? context.silentServers() : [];
      return { status: 200, body: { ...(await readOverview(operator, only)), silentServers } };
    },
  },
  {
    call: 'GET /audit',
    operationId: 'listAudit',
    tag,
    summary: 'Say who changed what, when and from where, newest first; kept for a year',
    query: {
      ...pageQuery,
      organisation: { type: 'string', maxLength: 64, description: 'Of this organisation alone.' },
      resource: { type: 'string', pattern: '^[a-z]{1,32}$', description: 'About this alone, such as `key`.' },
      by: { type: 'string', maxLength: 200, description: 'A part of the name of who acted.' },
    },
    answers: { 200: { description: 'A page of entries, without anything secret.', schema: listOf('AuditEntry') } },
    async carryOut(asked) {
      const { caller, operator, query } = asked;
      const wanted = typeof query['organisation'] === 'string' ? query['organisation'] : caller.organisationId;
      if (wanted !== null && !maySee(caller, wanted))
        throw refuseCall({ problem: 'not-found', detail: `there is no organisation ${wanted}` });
      const { database } = operator.open;
      const chosen = { resource: String(query['resource'] ?? ''), by: String(query['by'] ?? '') };
      const { items, next } = await listAudit(database, wanted, pageOf(asked), chosen);
      const shown = (await nameSubjects(database, items)).map(
        ({ at, by, databaseUser, isVouched, adminId, ...entry }) => ({
          ...entry,
          at: at.toISOString(),
          by: by === null ? databaseUser : isVouched ? by : `${by} (${databaseUser})`,
          adminId: isVouched ? adminId : null,
          databaseUser,
        }),
      );
      return { status: 200, body: { items: shown, next } };
    },
  },
];
