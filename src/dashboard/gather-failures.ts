// Records in the audit that sign-ins failed: one entry for all of ten minutes, with how many and some of the addresses, so that
// whoever sends wrong tokens without end fills no table.

import { recordAudit } from '../control/audit/record-audit.ts';
import { changeAs } from '../control/operator.ts';
import type { Database } from '../database/connect/open-database.ts';
import { reasonOf } from '../errors.ts';

/** Milliseconds between two entries, and from the first failure to its entry; and how many addresses one names. */
const [interval, delay, mostAddresses] = [600_000, 1_000, 20];

export type GatheredFailures = {
  /** @param address whose token or code was refused */
  failed(address: string): void;
  /** Records what is gathered, and gathers no more. */
  close(): Promise<void>;
};

export function gatherFailures({
  database,
  now,
  onFailure,
}: {
  database: Database;
  now: () => number;
  onFailure: (what: string, reason: string) => void;
}): GatheredFailures {
  let [count, since, recordedAt] = [0, 0, Number.NEGATIVE_INFINITY];
  let addresses = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function record(): Promise<void> {
    timer = null;
    if (count === 0) return;
    const gathered = { count, since: new Date(since).toISOString(), addresses: [...addresses] };
    [count, addresses, recordedAt] = [0, new Set(), now()];
    const [from = ''] = gathered.addresses;
    const actor = { by: 'somebody unknown', via: 'api', from, adminId: null } as const;
    await changeAs({ open: { database }, actor }, (transaction) =>
      recordAudit(transaction, {
        ...{ organisationId: null, resource: 'session', action: 'failed', subject: null },
        new: gathered,
      }),
    ).catch((error: unknown) => onFailure('failed sign-ins', reasonOf(error)));
  }

  return {
    failed(address) {
      if (isClosed) return;
      if (count === 0) since = now();
      count += 1;
      if (addresses.size < mostAddresses) addresses.add(address.slice(0, 100));
      timer ??= setTimeout(() => void record(), Math.min(interval, Math.max(delay, recordedAt + interval - now())));
      timer.unref();
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await record();
    },
  };
}
