// The tables of the dashboard as kysely sees them: who may sign in, their sessions, answers to repeated requests, the audit.

import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Moment = ColumnType<Date, string | undefined, string>;
type NullableMoment = ColumnType<Date | null, string | null | undefined, string | null>;
/** A JSON object or null. It is written as JSON text. */
type NullableJson = JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;

export type AdminRole = 'operator' | 'manager' | 'viewer';

export type DashboardTables = {
  admin: {
    id: string;
    name: string;
    role: AdminRole;
    /** Null for an operator, and for a viewer of all. */
    organisation_id: string | null;
    sha256: string;
    created_at: Moment;
    /** As of a key. */
    created_by: string | null;
    expires_at: NullableMoment;
    revoked_at: NullableMoment;
    revoked_by: string | null;
  };
  admin_session: {
    sha256: string;
    admin_id: string;
    kind: 'cookie' | 'code';
    created_at: Moment;
    expires_at: ColumnType<Date, string, string>;
  };
  control_idempotency: {
    admin_id: string;
    key: string;
    request_sha256: string;
    created_at: ColumnType<Date, string, string>;
    /** Null while the request is carried out. */
    status: number | null;
    answer: NullableJson;
  };
  /** The hashes of revoked keys, links and admins whose rows were deleted. Only triggers write it. */
  revoked_secret: { sha256: string; organisation_id: string | null };
  /** Who changed what. Only triggers and functions of the database write it. */
  audit: {
    /** A bigint, which arrives as text. It counts the entries of all schools, so `shown_id` is what leaves the database. */
    id: Generated<string>;
    shown_id: Generated<string>;
    at: Moment;
    transaction_id: Generated<string>;
    organisation_id: string | null;
    resource: string;
    action: string;
    subject: string | null;
    database_user: string;
    via: 'sql' | 'command' | 'api' | 'page';
    actor: string | null;
    admin_id: string | null;
    address: string | null;
    old: NullableJson;
    new: NullableJson;
  };
};
