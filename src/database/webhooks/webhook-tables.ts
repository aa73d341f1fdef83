// The tables of webhooks as kysely sees them, a part of tables.ts.

import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Moment = ColumnType<Date, string | undefined, string>;
type NullableMoment = ColumnType<Date | null, string | null | undefined, string | null>;
/** A JSON object. It is written as JSON text. */
type JsonObject = JSONColumnType<Record<string, unknown>>;

/** An event of the organisation; one that a person asked for, to try the webhook; or one that is sent once more. */
export type DeliveryKind = 'event' | 'test' | 'replay';

/** `dropped`: it was not sent, since it was too old or one of too many, or the webhook was switched off by its receiver. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped';

/** What became of one attempt. `at` in ISO 8601; `answer` is the beginning of the body; `error` where no answer came. */
export type AttemptRecord = {
  at: string;
  milliseconds: number;
  status: number | null;
  answer: string | null;
  error: string | null;
};

export type WebhookTables = {
  webhook: {
    id: string;
    organisation_id: string;
    url: string;
    description: string | null;
    /** Null: all. */
    events: string[] | null;
    enabled: Generated<boolean>;
    enabled_at: Moment;
    rotated_at: NullableMoment;
    created_at: Moment;
    created_by: string | null;
  };
  webhook_secret: { webhook_id: string; secret: string; created_at: Moment; ends_at: NullableMoment };
  webhook_event: {
    /** A bigint, which arrives as text. */
    seq: Generated<string>;
    organisation_id: string;
    event_id: Generated<string>;
    type: string;
    data: JsonObject;
    at: Moment;
    kind: Generated<DeliveryKind>;
    webhook_id: string | null;
    dropped: Generated<number>;
  };
  webhook_delivery: {
    /** A bigint, which arrives as text. */
    id: Generated<string>;
    webhook_id: string;
    event_id: string;
    type: string;
    data: JsonObject;
    at: ColumnType<Date, string, string>;
    kind: DeliveryKind;
    state: Generated<DeliveryState>;
    attempts: Generated<number>;
    not_before: Moment;
    answers: JSONColumnType<AttemptRecord[]>;
    created_at: Moment;
    finished_at: NullableMoment;
  };
  webhook_state: {
    webhook_id: string;
    organisation_id: string;
    due_at: NullableMoment;
    claimed_until: NullableMoment;
    failing_since: NullableMoment;
    gone_at: NullableMoment;
    dropped: Generated<number>;
  };
};
