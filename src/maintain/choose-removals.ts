import { generationOf, readEarlierPointer } from '../snapshot/load-snapshot.ts';
import { paths } from '../snapshot/paths.ts';
import { filesOf, pointerGrace } from '../snapshot/prune-orphans.ts';
import type { ListedFile } from '../store/store.ts';
import type { ForgetOrder } from './forget-report.ts';
import { isStaged } from './read-stored-texts.ts';

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

type Earlier = { path: string; generation: number; changedAt: number; files: string[] | null };

/**
 * Chooses the earlier generations to remove, and the files that only they name.
 * @param present the paths of the current generation
 * @param marked the paths that contain the entity, or may
 */
export async function chooseRemovals(
  order: ForgetOrder,
  listed: readonly ListedFile[],
  present: ReadonlySet<string>,
  marked: ReadonlySet<string>,
): Promise<Choice> {
  const { now, organisationId, entityId, waitedFor } = order;
  const earlier = await readEarlier(order, listed);
  const candidates = earlier.filter(
    ({ path, files }) => entityId === null || files === null || [path, ...files].some((each) => marked.has(each)),
  );
  const graceOf = ({ changedAt }: Earlier) => Math.min(changedAt + pointerGrace - now, pointerGrace);
  // A generation that is replaced while the command waits was current when it began, so it stays.
  const removed = candidates.filter((each) => waitedFor === null || waitedFor.has(each.path) || graceOf(each) <= 0);
  const kept = earlier.filter((each) => !removed.includes(each));
  const needed = new Set([...present, ...kept.flatMap(({ path, files }) => [path, ...(files ?? [])])]);
  const pointers = new Set(removed.map(({ path }) => path));
  const filesOfRemoved = new Set(removed.flatMap(({ files }) => files ?? []));
  const isRemovable = (path: string) =>
    entityId === null || marked.has(path) || filesOfRemoved.has(path) || isStaged(path, organisationId);
  const numbers = (some: readonly Earlier[]) =>
    some.map(({ generation }) => generation).sort((one, other) => one - other);
  return {
    wait: waitedFor === null ? Math.max(0, ...removed.map(graceOf)) : 0,
    pointers,
    files: listed
      .map(({ path }) => path)
      .filter((path) => !needed.has(path) && !pointers.has(path) && isRemovable(path)),
    needed,
    generations: { removed: numbers(removed), kept: numbers(kept) },
  };
}

/** The earlier pointers with the files that each names; null where it is damaged. */
async function readEarlier({ store, organisationId }: ForgetOrder, listed: readonly ListedFile[]): Promise<Earlier[]> {
  const history = paths.history(organisationId);
  const earlier: Earlier[] = [];
  for (const file of listed) {
    const { path, changedAt } = file;
    const generation = path.startsWith(history) ? generationOf(path.slice(history.length)) : null;
    if (generation === null) continue;
    const pointer = await readEarlierPointer(store, file, organisationId);
    earlier.push({ path, generation, changedAt: changedAt.getTime(), files: pointer && filesOf(pointer) });
  }
  return earlier;
}
