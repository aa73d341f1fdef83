// Records in the audit that somebody asked for a build. Publishing what is due anyway is not recorded.

import type { OrganisationId } from '../../access/ids.ts';
import type { BuildPlan } from '../../publish/engine/build.ts';
import { assertMayAudit } from '../audit/assert-may-audit.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeAs, type Editor } from '../operator.ts';

/** @throws MissingGrantError */
export async function recordBuild(editor: Editor, plan: BuildPlan): Promise<void> {
  if (plan === 'due') return;
  await assertMayAudit(editor.open.database);
  const asked: readonly (readonly [OrganisationId | null, Record<string, unknown>])[] =
    plan === 'everything'
      ? [[null, { everything: true }]]
      : [...plan].map(([id, request]) => [id, { full: request.what === 'versions' && request.repair }]);
  await changeAs(editor, async (transaction) => {
    for (const [organisationId, what] of asked)
      await recordAudit(transaction, {
        ...{ organisationId, resource: 'build', action: 'started', subject: organisationId },
        new: what,
      });
  });
}
