// What a caller expects of the state that it changes, as If-Match and If-None-Match say it (RFC 9110, section 13).

export type Precondition = {
  /** Entity tags of which one has to be the present one; `*` for any state. Null: nothing is expected. */
  ifMatch: '*' | readonly string[] | null;
  /** Whether it must not exist yet: `If-None-Match: *`. */
  isNew: boolean;
};

/** @param etag of the present state; null when there is none */
export function meets({ ifMatch, isNew }: Precondition, etag: string | null): boolean {
  if (isNew && etag !== null) return false;
  if (ifMatch === null) return true;
  return etag !== null && (ifMatch === '*' || ifMatch.includes(etag));
}

/** Whether the present state has to be known at all. */
export const expectsSomething = ({ ifMatch, isNew }: Precondition): boolean => ifMatch !== null || isNew;
