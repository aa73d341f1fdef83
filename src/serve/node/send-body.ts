// Sends a body with as few copies and writes as node allows: each write beside the head costs half a microsecond, each
// copy of a timetable several. Stored files are shared by all responses; only their last bytes differ.

import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { changingLength, type Stamp, writeStamp } from '../../snapshot/stamp-response.ts';

/**
 * Up to this size node joins a text with the head of the response, and writes it sooner than bytes beside the head. The
 * text is made from a copy here, where nothing stays from one answer to the next.
 */
const smallBody = Buffer.allocUnsafeSlow(16 * 1024);

/** Bodies of which a response has still to send a part: their stamps are not to be touched. */
const beingSent = new WeakSet<Uint8Array>();

/** Ends the response with the body. @param stamp of a stored file, whose bytes nobody else writes to; null for others */
export function sendBody(response: ServerResponse, body: Uint8Array, stamp: Stamp | null): void {
  const { length } = body;
  if (length <= smallBody.length) {
    smallBody.set(body);
    if (stamp !== null) writeStamp(smallBody, length, stamp);
    response.end(smallBody.toString('latin1', 0, length), 'latin1');
  } else if (stamp === null) {
    response.end(body);
  } else if (beingSent.has(body)) {
    const start = length - changingLength(stamp.encoding);
    const end = Buffer.from(body.subarray(start));
    writeStamp(end, end.length, stamp);
    response.write(body.subarray(0, start));
    response.end(end);
  } else {
    writeStamp(body, length, stamp);
    response.end(body);
    // Nearly always the kernel has taken it all by now.
    if (response.writableLength === 0) return;
    beingSent.add(body);
    finished(response, () => beingSent.delete(body));
  }
}
