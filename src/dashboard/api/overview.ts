// What concerns more than one organisation: the status, and the audit. Both are cut to what the token may see.

import { isOrganisationId } from '../../access/ids.ts';
import { listAudit } from '../../control/audit/list-audit.ts';
import { readOverview } from '../../control/publication/read-overview.ts';
import { refuse } from '../answers/refuse.ts';
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
    },
    answers: { 200: { description: 'A page of entries, without anything secret.', schema: listOf('AuditEntry') } },
    async carryOut(asked) {
      const { caller, operator, query } = asked;
      const wanted = typeof query['organisation'] === 'string' ? query['organisation'] : caller.organisationId;
      if (wanted !== null && !maySee(caller, wanted))
        throw refuse({ problem: 'not-found', detail: `there is no organisation ${wanted}` });
      const { items, next } = await listAudit(operator.open.database, wanted, pageOf(asked));
      const shown = items.map(({ at, by, databaseUser, isVouched, adminId, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        by: by === null ? databaseUser : isVouched ? by : `${by} (${databaseUser})`,
        adminId: isVouched ? adminId : null,
        databaseUser,
      }));
      return { status: 200, body: { items: shown, next } };
    },
  },
];
