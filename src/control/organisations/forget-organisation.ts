// Removes the earlier generations of an organisation, and records who did.

import type { OrganisationId } from '../../access/ids.ts';
import { assertMayAudit } from '../audit/assert-may-audit.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';
import { type ForgetReport, forget } from './forget.ts';

/**
 * @param wait sleeps so many milliseconds, while there are readers of a generation that was just replaced
 * @throws MissingGrantError before anything is removed; what `forget` throws
 */
export async function forgetOrganisation(
  operator: PublishingEditor,
  organisationId: OrganisationId,
  wait: Parameters<typeof forget>[2],
): Promise<ForgetReport> {
  await assertMayAudit(operator.open.database);
  const report = await forget(operator.publisher, organisationId, wait);
  const { outcome } = report;
  const removed = outcome === 'refused' ? 0 : report.removed.length;
  await changeAs(operator, (transaction) =>
    recordAudit(transaction, {
      ...{ organisationId, resource: 'generation', action: 'forgotten', subject: organisationId },
      new: { outcome, removed },
    }),
  );
  return report;
}
