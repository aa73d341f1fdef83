// Chooses what `forget` removes: the earlier generations of an organisation, and every file that no remaining one needs.

import type { OrganisationId } from '../../access/ids.ts';
import { generationOf, readEarlierPointer } from '../../snapshot/load-published.ts';
import { paths } from '../../snapshot/paths.ts';
import { filesOf, pointerGrace } from '../../snapshot/remove-garbage.ts';
import type { ListedFile, Store } from '../../store/store.ts';

export type Forgetting = {
  store: Store;
  organisationId: OrganisationId;
  /** In milliseconds since 1970. */
  now: number;
  /** Earlier pointers that no reader can still be using; null before the command has waited. */
  waitedFor: ReadonlySet<string> | null;
};

export type Choice = {
  /** Milliseconds to wait before removing anything, since a reader may still use it. */
  wait: number;
  /** The earlier pointers and files to remove. */
  pointers: ReadonlySet<string>;
  files: string[];
  /** Everything that the remaining generations need. */
  needed: ReadonlySet<string>;
  generations: { removed: number[]; kept: number[] };
};

type Earlier = { path: string; generation: number; changedAt: number; files: string[] };

/** @param present the paths of the current generation */
export async function chooseRemovals(
  forgetting: Forgetting,
  listed: readonly ListedFile[],
  present: ReadonlySet<string>,
): Promise<Choice> {
  const { now, waitedFor } = forgetting;
  const earlier = await readEarlier(forgetting, listed);
  const graceOf = ({ changedAt }: Earlier) => Math.min(changedAt + pointerGrace - now, pointerGrace);
  // A generation that is replaced while the command waits was current when it began, so it stays.
  const removed = earlier.filter((each) => waitedFor === null || waitedFor.has(each.path) || graceOf(each) <= 0);
  const kept = earlier.filter((each) => !removed.includes(each));
  const needed = new Set([...present, ...kept.flatMap(({ path, files }) => [path, ...files])]);
  const pointers = new Set(removed.map(({ path }) => path));
  const numbers = (some: readonly Earlier[]) =>
    some.map(({ generation }) => generation).sort((one, other) => one - other);
  return {
    wait: waitedFor === null ? Math.max(0, ...removed.map(graceOf)) : 0,
    pointers,
    files: listed.map(({ path }) => path).filter((path) => !needed.has(path) && !pointers.has(path)),
    needed,
    generations: { removed: numbers(removed), kept: numbers(kept) },
  };
}

/** The earlier pointers with the files that each names; a damaged one names none. */
async function readEarlier({ store, organisationId }: Forgetting, listed: readonly ListedFile[]): Promise<Earlier[]> {
  const history = paths.history(organisationId);
  const earlier: Earlier[] = [];
  for (const file of listed) {
    const { path, changedAt } = file;
    const generation = path.startsWith(history) ? generationOf(path.slice(history.length)) : null;
    if (generation === null) continue;
    const pointer = await readEarlierPointer(store, file, organisationId);
    earlier.push({ path, generation, changedAt: changedAt.getTime(), files: pointer === null ? [] : filesOf(pointer) });
  }
  return earlier;
}
