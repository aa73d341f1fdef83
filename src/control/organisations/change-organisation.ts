// Changes an organisation as the control API does: its name, its access and its API in one transaction, if nobody was quicker.

import type { OrganisationId } from '../../access/ids.ts';
import type { TeachersInChangesOf } from '../../database/days/read-day-changes.ts';
import { publishChange } from '../../publish/database/publish-change.ts';
import { checkName } from '../check-input.ts';
import { changeAs, type PublishingEditor } from '../operator.ts';
import { type AccessState, accessStates } from './access-state.ts';
import { type Organisation, readOrganisation } from './list-organisations.ts';

export type OrganisationChange = {
  name?: string;
  access?: AccessState;
  api?: boolean;
  teachersInChanges?: Partial<TeachersInChangesOf>;
};

/**
 * @param assertExpected throws when the organisation is no longer as the caller knows it; then nothing is changed
 * @throws InvalidInputError, NotFoundError, NotPublishedError
 */
export async function changeOrganisation(
  operator: PublishingEditor,
  id: OrganisationId,
  { name, access, api, teachersInChanges: { keys, links } = {} }: OrganisationChange,
  assertExpected: (before: Organisation) => void = () => {},
): Promise<Organisation> {
  if (name !== undefined) checkName(name);
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(access === undefined ? {} : accessStates[access]),
    ...(api === undefined ? {} : { api_enabled: api }),
    ...(keys === undefined ? {} : { teachers_in_changes_keys: keys }),
    ...(links === undefined ? {} : { teachers_in_changes_links: links }),
  };
  const after = await changeAs(operator, async (transaction) => {
    // Somebody else who changes it waits until this is committed, but not who creates a key of it.
    await transaction.selectFrom('organisation').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    assertExpected(await readOrganisation(transaction, id));
    if (Object.keys(columns).length > 0)
      await transaction.updateTable('organisation').set(columns).where('id', '=', id).execute();
    return readOrganisation(transaction, id);
  });
  if (access !== undefined || api !== undefined)
    await publishChange(operator.publisher, id, `the access of organisation ${id} is changed`);
  return after;
}
