// What the control API answers about webhooks, as far as the page reads it.

/** @property events null for all. @property state where another release has others, it is shown as one that is well */
export type Webhook = {
  id: string;
  url: string;
  events: string[] | null;
  description: string | null;
  state: string;
  failingSince: string | null;
  dropped: number;
  createdAt: string;
  createdBy: string | null;
};

/** The secret is null in the answer to a repeated request. */
export type HookSecret = { secret: string | null };

export type SentEvent = { eventId: string };

/** What came of one attempt: a status, or why there was none. */
export type HookAnswer = {
  at: string;
  milliseconds: number;
  status: number | null;
  answer: string | null;
  error: string | null;
};

export type Delivery = {
  id: string;
  eventId: string;
  type: string;
  timestamp: string;
  data: unknown;
  kind: string;
  state: string;
  nextAttemptAt: string | null;
  answers: HookAnswer[];
};
