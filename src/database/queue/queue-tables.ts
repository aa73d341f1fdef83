// The tables of publishing as kysely sees them, a part of tables.ts: what is due, who publishes it, and what readers get.

import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Moment = ColumnType<Date, string | undefined, string>;
type NullableMoment = ColumnType<Date | null, string | null | undefined, string | null>;

export type QueueTables = {
  pending_change: {
    /** A bigint, which arrives as text. */
    seq: Generated<string>;
    organisation_id: string;
    what: 'access' | 'key' | 'link' | 'version' | 'list' | 'organisation' | 'calendar' | 'removal' | 'days';
    subject: string | null;
    changed_at: Moment;
    /** The id (xid8 as text) and start time of the transaction that added the entry; null in entries of release 0.1. */
    transaction_id: Generated<string | null>;
    transaction_began: Generated<Date | null>;
    /** What webhooks are told of a changed key; null for everything else. Only triggers write it. */
    event: JSONColumnType<{ type: 'key.created' | 'key.revoked'; keyId: string } | null, never, never>;
  };
  /** What the rows of a version take, measured when it was inserted. Only triggers write it. A bigint, which arrives as text. */
  version_size: { version_id: string; bytes: string };
  /** A version whose rows a transaction changed; deleting the row enqueues the version. */
  changed_version: {
    transaction_id: Generated<string>;
    version_id: string;
    transaction_began: Generated<Date>;
  };
  /** A row replicated from a primary; its trigger enqueues it. */
  belfry_mark: {
    id: Generated<string>;
    organisation_id: string;
    what: string;
    subject: string | null;
  };
  store_binding: {
    only_row: Generated<boolean>;
    database_id: string;
    store_id: string | null;
    store_location: string | null;
    /** By the name of the table. */
    relations: Record<string, string> | null;
  };
  held_removal: {
    organisation_id: string;
    what: 'organisation' | 'key';
    subject: string;
    changed_at: Moment;
  };
  publish_lease: {
    organisation_id: string;
    kind: 'access' | 'documents' | 'derived' | 'days';
    failures: Generated<number>;
    last_error: string | null;
    retry_at: NullableMoment;
    withheld: Generated<number>;
    rolled_back: Generated<boolean>;
    /** A bigint, which arrives as text: the fence of the part when it was last published. */
    fence: string | null;
    /** Of what is derived: from when until when it is right, and the release of its time-zone data; all null where nothing is. */
    valid_from: NullableMoment;
    valid_until: NullableMoment;
    tzdata: string | null;
    /** The last state of the access, or the last change for readers, of which webhooks were told. */
    told: string | null;
  };
  /** What readers get of a version, as of its organisation's last publication. */
  publication: {
    organisation_id: string;
    version_id: string;
    state: 'served' | 'withheld';
    /** A bigint, which arrives as text. */
    generation: string | null;
    since: ColumnType<Date, string, string>;
    reason: string | null;
    last_good_is_served: Generated<boolean>;
  };
};
