// Records what readers get of an organisation's versions, for editors that ask by SQL (the view version_publication). It is
// called in the transaction that publishes the documents and holds their lease, so nobody else writes these rows.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';

/**
 * What became of a version that was built. `changed`: readers get another document of it than before this publication.
 * `reason`: the first problem.
 */
export type PublicationOutcome = { versionId: string } & (
  | { state: 'served'; changed: boolean }
  | { state: 'withheld'; reason: string; lastGoodIsServed: boolean }
);

export type Publications = {
  /** The generation that readers get from now on. */
  generation: number;
  /** The publisher's clock, in milliseconds since 1970. */
  now: number;
  /** The versions that were built; the others keep their rows. */
  outcomes: readonly PublicationOutcome[];
  /** Ids of versions that are no longer published. */
  dropped: readonly string[];
};

/** The most characters of a reason, and the most versions of one statement. */
const maxReason = 1000;
const atOnce = 1000;

/** Ids of versions that are withheld since this publication, and of those that are served again. */
export type VersionTransitions = { withheld: string[]; recovered: string[] };

/** Records a publication. Rows that would stay as they are are not written. */
export async function recordPublications(
  transaction: Database,
  organisationId: OrganisationId,
  { generation, now, outcomes, dropped }: Publications,
): Promise<VersionTransitions> {
  for (let first = 0; first < dropped.length; first += atOnce)
    await transaction
      .deleteFrom('publication')
      .where('organisation_id', '=', organisationId)
      .where('version_id', '=', sql<string>`any(${dropped.slice(first, first + atOnce)}::text[])`)
      .execute();
  const transitions: VersionTransitions = { withheld: [], recovered: [] };
  for (let first = 0; first < outcomes.length; first += atOnce) {
    const some = outcomes.slice(first, first + atOnce);
    for (const { id, state } of await record(transaction, organisationId, { generation, now }, some))
      transitions[state === 'withheld' ? 'withheld' : 'recovered'].push(id);
  }
  return transitions;
}

async function record(
  transaction: Database,
  organisationId: OrganisationId,
  { generation, now }: Pick<Publications, 'generation' | 'now'>,
  outcomes: readonly PublicationOutcome[],
): Promise<{ id: string; state: string }[]> {
  const reasonOf = (outcome: PublicationOutcome) => (outcome.state === 'withheld' ? storable(outcome.reason) : null);
  const columns = {
    ids: outcomes.map(({ versionId }) => versionId),
    states: outcomes.map(({ state }) => state),
    changed: outcomes.map((outcome) => outcome.state === 'served' && outcome.changed),
    reasons: outcomes.map(reasonOf),
    lastGood: outcomes.map((outcome) => outcome.state === 'withheld' && outcome.lastGoodIsServed),
  };
  // The last part sees the rows as they were before this statement.
  const { rows } = await sql<{ id: string; state: string }>`
    with outcome as (
      select * from unnest(${columns.ids}::text[], ${columns.states}::text[], ${columns.changed}::boolean[],
        ${columns.reasons}::text[], ${columns.lastGood}::boolean[])
        outcome(version_id, state, changed, reason, last_good_is_served)
    ), written as (
      insert into publication (organisation_id, version_id, state, generation, since, reason, last_good_is_served)
      select ${organisationId}, outcome.version_id, outcome.state,
        case
          when outcome.state = 'served' and (outcome.changed or known.generation is null) then ${generation}::bigint
          when outcome.state = 'served' or outcome.last_good_is_served then known.generation
        end,
        case when outcome.changed or known.state is distinct from outcome.state then ${new Date(now)}::timestamptz
          else known.since end,
        outcome.reason, outcome.last_good_is_served
      from outcome
      left join publication known
        on known.organisation_id = ${organisationId} and known.version_id = outcome.version_id
      on conflict (organisation_id, version_id) do update set state = excluded.state, generation = excluded.generation,
        since = excluded.since, reason = excluded.reason, last_good_is_served = excluded.last_good_is_served
      where publication is distinct from excluded
    )
    select outcome.version_id as id, outcome.state from outcome
    left join publication known on known.organisation_id = ${organisationId} and known.version_id = outcome.version_id
    where outcome.state is distinct from known.state and 'withheld' in (outcome.state, known.state)
    order by 1`.execute(transaction);
  return rows;
}

/** A reason may quote any text, and PostgreSQL stores no NUL. */
const storable = (reason: string): string => reason.replaceAll('\0', '\u{fffd}').slice(0, maxReason);
