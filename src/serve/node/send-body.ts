// Sends a body with as few copies and writes as node allows: each write beside the head costs half a microsecond, each
// copy of a timetable several. Stored files are shared by all responses; only their last bytes differ.

import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { changingLength, type Stamp, writeStamp } from '../../snapshot/stamp-response.ts';

/**
 * A body up to this size is copied here, stamped, and sent as a string: node writes a string together with the head of the
 * response, which is faster than two writes. Each response overwrites the copy of the one before.
 */
const smallBody = Buffer.allocUnsafeSlow(16 * 1024);

/** Bodies that a response is still sending: their stamps must not change meanwhile. */
const beingSent = new WeakSet<Uint8Array>();

/** Ends the response with the body. @param stamp is written into the body of a stored file; null to send it unchanged */
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
    // The kernel has usually taken all of it by now.
    if (response.writableLength === 0) return;
    beingSent.add(body);
    finished(response, () => beingSent.delete(body));
  }
}
