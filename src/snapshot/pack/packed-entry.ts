// What is known of an entry of a pack: the size of its response, and where its compressed forms stand in the pack.

import type { PackedFile, PackedPart } from '../../contract/types.generated.ts';

/** An entry that is stored in gzip alone. Of its hash the first digits are known, those that make the ETag. */
export type GzippedEntry = Pick<PackedFile, 'hash' | 'identity' | 'gzip'>;

/** An entry that may be stored in brotli too. */
export type PackedEntry = GzippedEntry & { br?: PackedPart };
