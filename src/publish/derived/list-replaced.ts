// The files that readers may still be loading: those that are replaced now, and a moment ago.

import { pointerGrace } from '../../snapshot/remove-garbage.ts';

type Named = { name: string; hash: string };
type Replaced = Named & { at: string };

/** As many as a record may name. */
const maxReplaced = 1000;

/**
 * @param before the files of the last time, and what was replaced then
 * @param now milliseconds since 1970
 */
export function listReplaced(
  before: { files: readonly Named[]; replaced: readonly Replaced[] },
  files: readonly Named[],
  now: number,
): Replaced[] {
  const named = new Set(files.map(({ name, hash }) => name + hash));
  const at = new Date(now).toISOString();
  const recent = before.replaced.filter((file) => Math.abs(now - Date.parse(file.at)) <= pointerGrace);
  const all = [...before.files.map(({ name, hash }) => ({ name, hash, at })), ...recent];
  return all.filter(({ name, hash }) => !named.has(name + hash)).slice(0, maxReplaced);
}
