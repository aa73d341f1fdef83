// A store with a callback before and after each change of a file, so that a test can stop the publisher, fail it or act before
// it exactly there.

import { basename } from 'node:path';
import type { Store } from '../../src/store/store.ts';

export type Step = { number: number; action: 'write' | 'replace' | 'remove'; path: string };
export type Moment = 'before' | 'after';

/** The kind of file that a step writes. */
const kindOf = (path: string) =>
  ['records/', 'links/', '/files/', '/history/'].find((part) => path.includes(part)) ?? basename(path);

/** A step of a build: by its number, its path, or the first of a kind. */
export type StepPlace = number | string;

export const isAt = ({ number, path }: Step, place: StepPlace): boolean =>
  [String(number), path, kindOf(path)].includes(String(place));

export const everyStep = (steps: readonly Step[]): StepPlace[] => steps.map(({ number }) => number);
export const everyKindOfStep = (steps: readonly Step[]): StepPlace[] => [
  ...new Set(steps.map(({ path }) => kindOf(path))),
];
/** The first step that can conflict with another publisher. */
export const aRecord = (): StepPlace[] => ['records/'];

/** @param onStep may wait, and may throw as the store would */
export function steppingStore(store: Store, onStep: (step: Step, moment: Moment) => unknown): Store {
  let count = 0;
  const step = async <Result>(action: Step['action'], path: string, work: () => Promise<Result>): Promise<Result> => {
    count += 1;
    const each = { number: count, action, path };
    await onStep(each, 'before');
    const result = await work();
    await onStep(each, 'after');
    return result;
  };
  return {
    ...store,
    async write(files) {
      for (const file of files) await step('write', file.path, () => store.write([file]));
    },
    replace: (path, bytes, expected) => step('replace', path, () => store.replace(path, bytes, expected)),
    async remove(paths) {
      for (const path of paths) await step('remove', path, () => store.remove([path]));
    },
  };
}
