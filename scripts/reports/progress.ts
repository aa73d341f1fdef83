// Shows progress: a bar on a terminal, occasional lines elsewhere. All on standard error, so that standard output has only
// the report.

import { SingleBar } from 'cli-progress';
import type { Progress } from '../../src/publish/engine/build.ts';

/** Milliseconds between two lines without a terminal. */
const lineInterval = 10_000;

/** Progress in organisations. @param doing `Building`, for the bar. @param finished `Built`, for a line */
export function showProgress(doing: string, finished: string): Progress & { stop(): void } {
  if (process.stderr.isTTY) {
    const bar = new SingleBar({
      format: `${doing} {bar} {value}/{total} organisations, {eta_formatted} left  {organisation}`,
      hideCursor: true,
      clearOnComplete: true,
    });
    return {
      start: (organisations) => bar.start(organisations, 0, { organisation: '' }),
      organisation: (organisation) => bar.increment({ organisation }),
      stop: () => bar.stop(),
    };
  }
  let total = 0;
  let done = 0;
  let lastLine = performance.now();
  return {
    start(organisations) {
      total = organisations;
    },
    organisation(id) {
      done += 1;
      if (performance.now() - lastLine < lineInterval) return;
      lastLine = performance.now();
      console.error(`${finished} ${done} of ${total} organisations, the last one ${id}`);
    },
    stop() {},
  };
}

/** Shows the current step: one changing line on a terminal, occasional lines elsewhere. */
export function showSteps(): { step(what: string): void; stop(): void } {
  let lastLine = Number.NEGATIVE_INFINITY;
  const write = (text: string) => process.stderr.write(`\r\u001b[K${text}`);
  return {
    step(what) {
      if (process.stderr.isTTY) write(what);
      else if (performance.now() - lastLine >= lineInterval) {
        lastLine = performance.now();
        console.error(what);
      }
    },
    stop() {
      if (process.stderr.isTTY) write('');
    },
  };
}
