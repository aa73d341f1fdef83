// Changes the name of an organisation. Its id, its keys and what is published stay.

import type { OrganisationId } from '../../access/ids.ts';
import { renameOrganisation as updateName } from '../../database/organisation.ts';
import { checkName } from '../check-input.ts';
import { changeAs, type Editor } from '../operator.ts';

/** @returns its former name. @throws InvalidInputError, NotFoundError */
export async function renameOrganisation(operator: Editor, id: OrganisationId, name: string): Promise<string> {
  checkName(name);
  return changeAs(operator, (transaction) => updateName(transaction, id, name));
}
