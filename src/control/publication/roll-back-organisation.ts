// Shows an earlier generation of an organisation again, for commands and the control API.

import type { OrganisationId } from '../../access/ids.ts';
import { assertMayAudit } from '../audit/assert-may-audit.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';
import { rollBack } from './roll-back.ts';

/**
 * @param to the generation; null for the newest earlier one that has timetables
 * @throws NotFoundError; MissingGrantError before anything is changed
 */
export async function rollBackOrganisation(
  operator: PublishingEditor,
  organisationId: OrganisationId,
  to: number | null,
): Promise<{ generation: number; rolledBackTo: number }> {
  await assertMayAudit(operator.open.database);
  const outcome = await rollBack(operator.publisher, organisationId, to ?? undefined);
  await changeAs(operator, (transaction) =>
    recordAudit(transaction, {
      organisationId,
      resource: 'rollback',
      action: 'done',
      subject: organisationId,
      new: outcome,
    }),
  );
  return outcome;
}
