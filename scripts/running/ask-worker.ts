// Asks a worker process something. Several questions may be under way at once, so an answer is known by its field.

import type { Worker } from 'node:cluster';

/** Milliseconds for a worker to answer. */
const answerTimeout = 2_000;

/** @returns what the answer has in `field`; undefined when the worker does not answer in time, or is of a release that cannot */
export function askWorker(worker: Worker, question: string, field: string): Promise<unknown> {
  return new Promise((answered) => {
    const finish = (answer: unknown) => {
      clearTimeout(late);
      worker.off('message', hear);
      worker.off('exit', end);
      answered(answer);
    };
    const hear = (message: unknown) => {
      if (typeof message === 'object' && message !== null && field in message)
        finish((message as Record<string, unknown>)[field]); // an object, as was just checked
    };
    const end = () => finish(undefined);
    const late = setTimeout(end, answerTimeout);
    worker.on('message', hear);
    worker.once('exit', end);
    worker.send(question, (error) => error !== null && end());
  });
}
