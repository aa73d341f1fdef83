// Creates an organisation and publishes it, so that its first key gets an empty list rather than an error.

import type { OrganisationId } from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import { createOrganisation as insertOrganisation } from '../database/organisation.ts';
import { AlreadyError } from '../errors.ts';
import { publishChange } from '../publish/database/publish-change.ts';
import { publishAccess, publishDocuments, waitWhileBusy } from '../publish/publish-one.ts';
import { checkName } from './check-input.ts';
import { changeAs, type PublishingEditor } from './operator.ts';

/**
 * With its API switched on.
 * @throws InvalidInputError, AlreadyError when there is one with this id; NotPublishedError, when it exists already
 */
export async function createOrganisation(operator: PublishingEditor, id: OrganisationId, name: string): Promise<void> {
  checkName(name);
  const isNew = await changeAs(operator, (transaction) => insertOrganisation(transaction, id, name));
  if (!isNew)
    throw new AlreadyError(`there is an organisation ${id} already; \`${commandLine('organisations list')}\` shows it`);
  await publishChange(operator.publisher, id, `organisation ${id} is created`, async () => {
    await waitWhileBusy(id, () => publishAccess(operator.publisher, id));
    await waitWhileBusy(id, () => publishDocuments(operator.publisher, id));
  });
}
