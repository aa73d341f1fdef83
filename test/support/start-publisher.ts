import { onTestFinished } from 'vitest';
import type { PublishedOutput } from './published-output.ts';
import { type RunningProcess, startProcess } from './run-process.ts';
import type { StepPlace } from './stepping-store.ts';

export type PublisherSettings = {
  command: 'build' | 'watch';
  connectionString: string;
  output: PublishedOutput;
  /** The step of the store, or the first of a kind, at which it sends itself a signal. */
  fault?: { step: StepPlace; moment: 'before' | 'after'; signal: 'SIGKILL' | 'SIGSTOP' };
};

/** Starts test/support/publisher-process.ts; it is killed at the end of the test if it still runs. */
export function startPublisher({ command, connectionString, output, fault }: PublisherSettings): RunningProcess {
  const running = startProcess(['test/support/publisher-process.ts'], {
    DATABASE_URL: connectionString,
    ...output.variables,
    COMMAND: command,
    STEP: fault && String(fault.step),
    MOMENT: fault?.moment,
    SIGNAL: fault?.signal,
  });
  onTestFinished(async () => {
    running.child.kill('SIGKILL');
    await running.finished;
  });
  return running;
}
