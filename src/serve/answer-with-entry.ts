// The answer with an entry of a pack, once access is granted. The record says where a day stands in its pack; where a slice does, the
// pack's index says, which is read first and stays in memory.

import type { SliceTarget } from '../access/decide-access.ts';
import { refusals } from '../access/refusal.ts';
import type { IndexedPack, PackedFile } from '../contract/types.generated.ts';
import { BrokenRecordError } from '../errors.ts';
import { nameOfSlice } from '../snapshot/pack/name-of-slice.ts';
import { findInIndex } from '../snapshot/pack/pack-index.ts';
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

/** A 404 where the pack has no such class, teacher or room. @param time of the response, in milliseconds since 1970 */
export function answerWithSlice<Body>(
  place: PackPlace & { pack: IndexedPack },
  slice: SliceTarget,
  request: ApiRequest,
  { reader, sha256 }: Pick<RequestContext<Body>, 'reader' | 'sha256'>,
  time: number,
): MaybePromise<Answer<Body>> {
  const { organisationId, name, pack } = place;
  return chain(sha256(nameOfSlice(slice)), (hash) =>
    chain(reader.packIndex(place), (index) => {
      const entry = findInIndex(index, hash);
      if (entry === null) return refuse(refusals.entityNotFound, time, { organisationId });
      if (entry.gzip.offset + entry.gzip.bytes > pack.bytes)
        throw new BrokenRecordError(`the index of ${name} of organisation ${organisationId} leads out of its pack`);
      // A slice is not stored in brotli.
      const encoding = negotiateFeedEncoding(request.acceptEncoding);
      return answerWith(organisationId, entry, encoding, request, time, () => reader.entry(place, entry, encoding));
    }),
  );
}
