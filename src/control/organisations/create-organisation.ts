// Creates an organisation and publishes it, so that its first key gets an empty list rather than an error.

import type { OrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import { createOrganisation as insertOrganisation } from '../../database/organisation.ts';
import { AlreadyError } from '../../errors.ts';
import { publishChange } from '../../publish/database/publish-change.ts';
import { publishAccess, publishDocuments, waitWhileBusy } from '../../publish/engine/publish-organisation.ts';
import { checkName } from '../check-input.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';
import { type AccessState, accessStates } from './access-state.ts';

/**
 * Active and with its API switched on, if nothing else is said.
 * @throws InvalidInputError, AlreadyError when there is one with this id; NotPublishedError, when it exists already
 */
export async function createOrganisation(
  operator: PublishingEditor,
  id: OrganisationId,
  name: string,
  { access = 'active', api = true }: { access?: AccessState; api?: boolean } = {},
): Promise<void> {
  checkName(name);
  const isNew = await changeAs(operator, async (transaction) => {
    if (!(await insertOrganisation(transaction, id, name))) return false;
    if (access !== 'active' || !api) {
      const columns = { ...accessStates[access], api_enabled: api };
      await transaction.updateTable('organisation').set(columns).where('id', '=', id).execute();
    }
    return true;
  });
  if (!isNew)
    throw new AlreadyError(`there is an organisation ${id} already; \`${commandLine('organisations list')}\` shows it`);
  await publishChange(operator.publisher, id, `organisation ${id} is created`, async () => {
    await waitWhileBusy(id, () => publishAccess(operator.publisher, id));
    await waitWhileBusy(id, () => publishDocuments(operator.publisher, id));
  });
}
