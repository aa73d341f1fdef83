// Progress of long work: a bar on a terminal, a line now and then elsewhere, all on standard error so that reports on
// standard output stay clean.

import { SingleBar } from 'cli-progress';
import type { BuildProgress } from '../../src/publish/build.ts';

/** Milliseconds between two lines where there is no terminal. */
const lineInterval = 10_000;

/** Progress of a build in organisations. */
export function showProgress(): BuildProgress & { stop(): void } {
  if (process.stderr.isTTY) {
    const bar = new SingleBar({
      format: 'Building {bar} {value}/{total} organisations, {eta_formatted} left  {organisation}',
      hideCursor: true,
      clearOnComplete: true,
    });
    return {
      start: (organisations) => bar.start(organisations, 0, { organisation: '' }),
      organisation: (organisation) => bar.increment({ organisation }),
      stop: () => bar.stop(),
    };
  }
  let [total, done, lastLine] = [0, 0, Date.now()];
  return {
    start(organisations) {
      total = organisations;
    },
    organisation(id) {
      done += 1;
      if (Date.now() - lastLine < lineInterval) return;
      lastLine = Date.now();
      console.error(`Built ${done} of ${total} organisations, the last one ${id}`);
    },
    stop() {},
  };
}

/** No progress, for work that is done in a moment. */
export const quietly: BuildProgress = { start() {}, organisation() {} };

/** Tells what is being done at the moment: one line that changes on a terminal, a line now and then elsewhere. */
export function showSteps(): { step(what: string): void; stop(): void } {
  let lastLine = 0;
  const write = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  return {
    step(what) {
      if (process.stderr.isTTY) write(what);
      else if (Date.now() - lastLine >= lineInterval) {
        lastLine = Date.now();
        console.error(what);
      }
    },
    stop() {
      if (process.stderr.isTTY) write('');
    },
  };
}
