// Sends a published file from its pieces, without a copy: only the last bytes, which a stamp changes, are copied. A feed has no
// stamp.

import { changingLength, type Stamp, writeStamp } from '../../snapshot/stamp-response.ts';
import type { EdgeFile } from './edge-file.ts';

/**
 * The body of a response. Pieces are read as the caller takes them. If one cannot be read the stream fails, so the caller
 * sees a broken connection and never a shortened body.
 */
export function streamFile(
  file: EdgeFile,
  stamp: Stamp | null,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await file.piece(next);
          next += 1;
          if (next < file.pieces || stamp === null) {
            controller.enqueue(piece);
            if (next === file.pieces) controller.close();
            return;
          }
          const start = piece.length - changingLength(stamp.encoding);
          const end = piece.slice(start);
          writeStamp(end, end.length, stamp);
          controller.enqueue(piece.subarray(0, start));
          controller.enqueue(end);
          controller.close();
        } catch (error) {
          onFailure(error);
          controller.error(error);
        }
      },
    },
    // Nothing is read ahead, so that a slow caller holds one piece.
    { highWaterMark: 0 },
  );
}
