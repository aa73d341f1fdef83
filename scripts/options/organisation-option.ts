// Whose timetables, keys or days a command is about. Where the database has one organisation, it need not be named. What removes
// or takes back names it all the same, so that a script never does that to another organisation than it was written for.

import { Option } from 'commander';
import { type OrganisationId, parseOrganisationId } from '../../src/access/ids.ts';
import { commandLine } from '../../src/command-line.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { NotFoundError, UsageError } from '../../src/errors.ts';

/** @param whose such as "whose keys" */
export const organisationOption = (whose: string): Option =>
  new Option('--organisation <id>', `${whose} (default: the only organisation there is)`).argParser(
    parseOrganisationId,
  );

/** @returns what was given, else the only organisation. @throws UsageError where there are several */
export async function organisationOf(database: Database, given: OrganisationId | undefined): Promise<OrganisationId> {
  if (given !== undefined) return given;
  const [only, another] = await database.selectFrom('organisation').select('id').limit(2).execute();
  if (only === undefined)
    throw new NotFoundError(
      `there is no organisation yet; \`${commandLine('organisations create ID --name NAME')}\` creates one`,
    );
  if (another !== undefined)
    throw new UsageError(
      `there are several organisations: say which one with --organisation; \`${commandLine('organisations list')}\` shows them`,
    );
  return parseOrganisationId(only.id);
}
