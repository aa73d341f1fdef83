// What was done in one organisation, newest first.

import type { LivePart } from '../live/live-part.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import { auditList } from './audit-list.ts';

export const auditPart: OrganisationPart = async ({ organisation }) => {
  const list: LivePart = auditList(organisation.id);
  await list.refresh();
  return list;
};
