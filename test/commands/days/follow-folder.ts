// A folder that is followed, for tests: each look is taken by hand, and what is sent is kept.

import { join } from 'node:path';
import { createDayFollower } from '../../../scripts/running/days/create-day-follower.ts';
import type { DayProblem, Delivery } from '../../../scripts/running/days/day-sender.ts';
import { readDayFile } from '../../../src/formats/days/read-day-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Sent = { from: number; to: number; changes: string[] };

/** Friday, 20 November 2026: the week that the tests write about is the next. */
const friday = Date.UTC(2026, 10, 20, 12);

export async function followFolder({ now = () => friday }: { now?: () => number } = {}) {
  const folder = await temporaryFolder();
  const sent: Sent[] = [];
  const said: string[] = [];
  let answer: Delivery = { outcome: 'stored' };
  const look = createDayFollower({
    folder,
    now,
    say: (line) => said.push(line),
    async read(file) {
      const { document, lines, report } = readDayFile(file);
      const errors = report.findings.filter(({ severity }) => severity === 'error');
      if (document === null)
        return { report, problems: errors.map(({ line, message }) => ({ line, path: null, message })) };
      return { report, lines, changes: Object(document) };
    },
    sender: {
      async send({ from, to, changes = [] }) {
        if (answer.outcome === 'stored') sent.push({ from, to, changes: changes.map(({ ref }) => ref) });
        return answer;
      },
    },
  });
  return {
    folder,
    path: (name: string) => join(folder, name),
    sent,
    said,
    look,
    /** Several looks. */
    async looks(count: number) {
      for (let each = 0; each < count; each++) await look();
    },
    /** Gives what was said since the last time. */
    heard: () => said.splice(0),
    /** Gives what was sent since the last time. */
    received: () => sent.splice(0),
    refuseWith(problems: DayProblem[]) {
      answer = { outcome: 'refused', problems };
    },
    failWith(reason: string) {
      answer = { outcome: 'failed', reason };
    },
    accept() {
      answer = { outcome: 'stored' };
    },
  };
}
