// A cache of answers, so that an unchanged timetable is not sent again. It stores text only, so any key-value store will do:
// a Map, a worker's KV, Redis, a table.
//
// Several keys can share a cache safely: an answer is used only after the server has confirmed its ETag (a hash of the data)
// for the current key.

/** A cached answer: the text of its body, and its ETag. */
export type CachedResponse = { etag: string; body: string };

export type ResponseCache = {
  get(url: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  set(url: string, response: CachedResponse): void | Promise<void>;
};

/** An LRU cache in memory of at most `entries` answers. */
export function memoryCache(entries = 50): ResponseCache {
  const kept = new Map<string, CachedResponse>();
  return {
    get(url) {
      const response = kept.get(url);
      if (response === undefined) return undefined;
      // A Map keeps the order of insertion, so inserting again makes it the most recent.
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
