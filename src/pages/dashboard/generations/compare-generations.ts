// What readers get differently when an earlier generation is shown again, version by version.

type Shown = readonly { id: string; hash: string }[];

export type GenerationChanges = { appear: string[]; disappear: string[]; change: string[]; stay: string[] };

/** The ids of versions. */
export function compareGenerations(now: Shown, then: Shown): GenerationChanges {
  const hashNow = new Map(now.map(({ id, hash }) => [id, hash]));
  const kept = new Set(then.map(({ id }) => id));
  return {
    appear: then.flatMap(({ id }) => (hashNow.has(id) ? [] : [id])),
    disappear: now.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
    change: then.flatMap(({ id, hash }) => (hashNow.has(id) && hashNow.get(id) !== hash ? [id] : [])),
    stay: then.flatMap(({ id, hash }) => (hashNow.get(id) === hash ? [id] : [])),
  };
}
