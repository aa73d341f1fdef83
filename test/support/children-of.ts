import { readdirSync, readFileSync } from 'node:fs';

/** The processes that any thread of a process has started. Linux alone can tell. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter(Boolean)
    .map(Number);
