// The answer with an entry of a pack, once access is granted. The record says where a day stands in its pack; where a slice or a change does, the
// pack's index says, which is read first and stays in memory.

import type { IndexedTarget } from '../access/decide-access.ts';
import { refusals } from '../access/refusal.ts';
import type { IndexedPack, PackedFile } from '../contract/types.generated.ts';
import { BrokenRecordError } from '../errors.ts';
import { nameOfSlice } from '../snapshot/pack/name-of-slice.ts';
import { changesList, nameOfChange } from '../snapshot/pack/names-in-changes.ts';
import { findInIndex } from '../snapshot/pack/pack-index.ts';
import { changesName, nameOfSlices } from '../snapshot/paths.ts';
import { answerWith } from './answer-with-file.ts';
import type { Answer, ApiRequest, RequestContext } from './exchange.ts';
import { negotiateEncoding, negotiateFeedEncoding } from './http/negotiate.ts';
import { refuse } from './refuse.ts';
import { chain, type MaybePromise, type PackPlace, type SnapshotReader } from './snapshot-reader.ts';

/** @param time of the response, in milliseconds since 1970 */
export function answerWithDay<Body>(
  place: PackPlace,
  day: PackedFile,
  request: ApiRequest,
  reader: SnapshotReader<Body>,
  time: number,
): MaybePromise<Answer<Body>> {
  const encoding = negotiateEncoding(request.acceptEncoding);
  return answerWith(place.organisationId, day, encoding, request, time, () => reader.entry(place, day, encoding));
}

/** A 404 where the pack has no such entry. @param time of the response, in milliseconds since 1970 */
export function answerWithIndexed<Body>(
  { organisationId, pack }: Pick<PackPlace, 'organisationId'> & { pack: IndexedPack },
  target: IndexedTarget,
  request: ApiRequest,
  { reader, sha256 }: Pick<RequestContext<Body>, 'reader' | 'sha256'>,
  time: number,
): MaybePromise<Answer<Body>> {
  const { name, entry: entryName, absent } = namesOf(target);
  const place = { organisationId, name, pack };
  return chain(sha256(entryName), (hash) =>
    chain(reader.packIndex(place), (index) => {
      const entry = findInIndex(index, hash);
      if (entry === null) return refuse(absent, time, { organisationId });
      if (entry.gzip.offset + entry.gzip.bytes > pack.bytes)
        throw new BrokenRecordError(`the index of ${name} of organisation ${organisationId} leads out of its pack`);
      // What an index names is not stored in brotli.
      const encoding = negotiateFeedEncoding(request.acceptEncoding);
      return answerWith(organisationId, entry, encoding, request, time, () => reader.entry(place, entry, encoding));
    }),
  );
}

/** The names of the pack and of the entry, and the answer where there is none. */
function namesOf(target: IndexedTarget) {
  if (target.resource === 'slice')
    return { name: nameOfSlices(target.week), entry: nameOfSlice(target), absent: refusals.entityNotFound };
  const entry = target.resource === 'changes' ? changesList : nameOfChange(target.id);
  return { name: changesName, entry, absent: refusals.changeNotFound };
}
