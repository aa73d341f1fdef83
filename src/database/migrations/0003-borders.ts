// What anybody who may sign in can do to Belfry's own tables: nothing with an id that is none. Ids name files on their way
// through the publisher, so the queue holds well-formed ones only. And only who was granted it creates anything in
// Belfry's schema, for a function of a closer fit would be called in place of PostgreSQL's own: a database that was made
// before PostgreSQL 15 lets everybody (CVE-2018-1058).

import { type Kysely, sql } from 'kysely';

const organisationId = "'^[a-z0-9_-]{1,64}$'";
const versionId = "'^[A-Za-z0-9_-]{1,64}$'";

/** Renames `publish_claim`. A queued row with an id of another form names nothing that exists, so it is deleted. */
const constraints = (schema: string) => {
  const subject = /* sql */ `case what
    when 'version' then subject ~ ${versionId}
    when 'key' then subject is null or subject ~ '^[0-9a-f]{64}$'
    else subject is null end`;
  return /* sql */ `
alter table ${schema}.publish_claim rename to publish_lease;
alter table ${schema}.publish_lease rename constraint publish_claim_pkey to publish_lease_pkey;
alter table ${schema}.publish_lease rename constraint publish_claim_kind_check to publish_lease_kind_check;
delete from ${schema}.pending_change where not (organisation_id ~ ${organisationId} and ${subject});
delete from ${schema}.publish_lease where organisation_id !~ ${organisationId};
alter table ${schema}.pending_change
  add constraint pending_change_organisation_id check (organisation_id ~ ${organisationId}),
  add constraint pending_change_subject check (${subject});
alter table ${schema}.publish_lease
  add constraint publish_lease_organisation_id check (organisation_id ~ ${organisationId});
`;
};

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  await sql.raw(constraints(schema)).execute(database);
  await sql.raw(`revoke create on schema ${schema} from public`).execute(database);
  const { rows: open } = await sql`
    select where has_schema_privilege('public', ${schema}::regnamespace, 'create')`.execute(database);
  // PostgreSQL only warns of a grant that stays since the schema is somebody else's.
  if (open.length > 0) {
    const reason =
      `everybody may create functions in the schema ${schema}, also such as Belfry's would call with their owner's rights; ` +
      `run as the owner of the schema: revoke create on schema ${schema} from public; then \`npm run migrate\` again`;
    throw Object.assign(new Error(reason), { code: '42501' }); // told like PostgreSQL's own refusals
  }
}
