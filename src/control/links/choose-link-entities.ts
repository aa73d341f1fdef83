// What new links show: one class, teacher, room or student, or all of a kind that have no link yet, or of them the students of a
// class.

import type { OrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import type { Database } from '../../database/connect/open-database.ts';
import {
  findLinkEntity,
  type LinkEntity,
  type LinkKind,
  listLinkEntities,
  selectLinked,
} from '../../database/link-entities.ts';
import { UsageError } from '../../errors.ts';

/** `ofClass`: the entityId of a class, for students alone. */
export type LinkChoice =
  | { one: { kind: LinkKind; entityId: string } }
  | { allOf: readonly LinkKind[]; ofClass?: string | null };

/** `skipped`: how many of the kind have a link already. */
export type ChosenEntities = { entities: LinkEntity[]; skipped: number };

/** As many as an organisation may have. */
const mostCreated = 20_000;

/** @throws UsageError when there is none of them, or there are too many */
export async function chooseLinkEntities(
  database: Database,
  organisationId: OrganisationId,
  choice: LinkChoice,
  now: number,
): Promise<ChosenEntities> {
  if ('one' in choice) {
    const { kind, entityId } = choice.one;
    return { entities: [await findLinkEntity(database, organisationId, kind, entityId)], skipped: 0 };
  }
  const { allOf, ofClass = null } = choice;
  if (ofClass !== null) await findLinkEntity(database, organisationId, 'class', ofClass);
  const entities: LinkEntity[] = [];
  let skipped = 0;
  for (const kind of allOf) {
    const linked = await selectLinked(database, organisationId, kind, now);
    const found = await listLinkEntities(database, organisationId, kind, { limit: mostCreated + 1, ofClass });
    for (const each of found) {
      if (linked.has(each.entityId)) skipped += 1;
      else entities.push(each);
    }
  }
  if (entities.length > mostCreated)
    throw new UsageError(
      `that would be more than ${mostCreated} links, the most of an organisation; create them by kind`,
    );
  if (entities.length + skipped === 0)
    throw new UsageError(
      `no published timetable of organisation ${organisationId} has any of them; \`${commandLine('status --organisation ID')}\` ` +
        'shows what is published',
    );
  return { entities, skipped };
}
