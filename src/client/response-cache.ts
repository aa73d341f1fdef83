// Where earlier answers are kept, so that an unchanged timetable is not sent again. A cache holds text only, so anything
// that maps a name to a string will do: a Map, a key-value store of a worker, Redis, a table.
//
// Sharing one cache between keys is safe: an answer is used only after the server has said for this key, just now, that
// its ETag (a hash of the data) is still right.

/** An answer worth keeping: the text of its body and the ETag that it came with. */
export type CachedResponse = { etag: string; body: string };

export type ResponseCache = {
  get(url: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  set(url: string, response: CachedResponse): void | Promise<void>;
};

/** Keeps the answers used last in memory: at most `entries` of them, each as large as its body's text. */
export function memoryCache(entries = 50): ResponseCache {
  const kept = new Map<string, CachedResponse>();
  return {
    get(url) {
      const response = kept.get(url);
      if (response === undefined) return undefined;
      // A Map keeps the order of insertion; putting it in again makes it the youngest.
      kept.delete(url);
      kept.set(url, response);
      return response;
    },
    set(url, response) {
      kept.delete(url);
      kept.set(url, response);
      const oldest = kept.keys().next();
      if (kept.size > entries && !oldest.done) kept.delete(oldest.value);
    },
  };
}
