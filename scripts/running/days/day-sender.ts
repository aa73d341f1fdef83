// Where the changes of a file go: a database, or the control API of a distant dashboard.

import type { DayChanges } from '../../../src/contract/types.generated.ts';
import type { ReadPlan } from '../../../src/control/days/check-day-file.ts';

/** `path` leads into the changes as they were sent. */
export type DayProblem = { path: string; message: string };

export type Delivery =
  | { outcome: 'stored' | 'unchanged' }
  | { outcome: 'refused'; problems: readonly DayProblem[] }
  /** For the moment: it is worth another try. */
  | { outcome: 'failed'; reason: string };

export type DaySender = {
  /** @throws when it is out of reach */
  readPlan: ReadPlan;
  send(changes: DayChanges, options?: { isDryRun?: boolean }): Promise<Delivery>;
};

export type DayReceiver = DaySender & {
  /** What is stored for a date. @throws when it is out of reach */
  show(date: number): Promise<unknown>;
};
