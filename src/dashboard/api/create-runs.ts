// Builds and rollbacks that take longer than a request: each has an id, under which its state is asked for. They are in memory: what
// they did is in the published output and the audit, and a dashboard that starts again knows none of before.

import { explainCallError } from '../answers/explain-call-error.ts';
import { type ProblemBody, problemBody } from '../answers/problem.ts';
import type { JobResult } from '../jobs/job.ts';

type Outcome = (JobResult & { kind: 'build' | 'rollback' })['outcome'];

export type Run = {
  id: string;
  kind: 'build' | 'rollback';
  state: 'running' | 'done' | 'failed';
  generation: number | null;
  rolledBackTo: number | null;
  withheld?: unknown;
  problem?: ProblemBody;
};

export type Runs = {
  /** Begins to wait for the outcome. */
  add(organisationId: string, kind: Run['kind'], outcome: Promise<Outcome>): { id: string; ended: Promise<void> };
  /** Null for one of another organisation too. */
  find(organisationId: string, id: string): Run | null;
};

/** How many are remembered, and how many bytes of what was withheld, of all and of one organisation. Beyond it the oldest is forgotten. */
const ofAll = { runs: 1000, bytes: 16 * 1024 * 1024 };
const ofOne = { runs: 100, bytes: 4 * 1024 * 1024 };

export function createRuns(newId: () => string): Runs {
  const runs = new Map<string, { organisationId: string; run: Run; bytes: number }>();
  /** Forgets the oldest of these that are too many or too large together, and never the newest. */
  function forget(these: readonly [id: string, { bytes: number }][], most: typeof ofOne): void {
    let bytes = these.reduce((sum, [, each]) => sum + each.bytes, 0);
    for (const [index, [id, each]] of these.entries()) {
      const left = these.length - index;
      if (left === 1 || (left <= most.runs && bytes <= most.bytes)) return;
      bytes -= each.bytes;
      runs.delete(id);
    }
  }
  return {
    add(organisationId, kind, outcome) {
      const id = newId();
      const keep = (run: Omit<Run, 'id' | 'kind'>) => {
        const bytes = run.withheld === undefined ? 0 : JSON.stringify(run.withheld).length;
        runs.set(id, { organisationId, run: { id, kind, ...run }, bytes });
        forget(
          [...runs].filter(([, each]) => each.organisationId === organisationId),
          ofOne,
        );
        forget([...runs], ofAll);
      };
      keep({ state: 'running', generation: null, rolledBackTo: null });
      const ended = outcome.then(
        ({ generation, ...rest }) => {
          const rolledBackTo = 'rolledBackTo' in rest ? rest.rolledBackTo : null;
          const withheld = 'withheld' in rest ? { withheld: rest.withheld } : {};
          keep({ state: 'done', generation, rolledBackTo, ...withheld });
        },
        (error: unknown) => {
          const problem = problemBody(explainCallError(error), id);
          keep({ state: 'failed', generation: null, rolledBackTo: null, problem });
        },
      );
      return { id, ended };
    },
    find(organisationId, id) {
      const found = runs.get(id);
      return found?.organisationId === organisationId ? found.run : null;
    },
  };
}
