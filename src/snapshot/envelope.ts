// A published file is a whole response: `{"success":true,"data":…,"timestamp":"…"}`. Its last 26 bytes, the timestamp
// and the closing `"}`, are the only ones that differ from one response to the next.

const encoder = new TextEncoder();
const opening = encoder.encode('{"success":true,"data":');
const beforeTimestamp = encoder.encode(',"timestamp":"');

/** How many bytes at the end of a response are the stamp. */
export const stampLength = 26;

/** Many responses are given in one millisecond. */
let last = { time: Number.NaN, stamp: new Uint8Array() };

/** The stamp that files are stored with. A fixed one, so that the same data gives the same file. */
export const storedStamp = stampFor(0);

/** The 26 bytes that end a response given at `time`, in milliseconds since 1970. */
export function stampFor(time: number): Uint8Array {
  if (time !== last.time) last = { time, stamp: encoder.encode(`${new Date(time).toISOString()}"}`) };
  return last.stamp;
}

/** The whole response with `data`, which is JSON text in UTF-8, under the stored stamp. */
export function wrapInEnvelope(data: Uint8Array): Uint8Array {
  const parts = [opening, data, beforeTimestamp, storedStamp];
  const response = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    response.set(part, offset);
    offset += part.length;
  }
  return response;
}

/** The bytes of `data` in a stored response, or null when the bytes around it are not those of the envelope. */
export function unwrapEnvelope(response: Uint8Array): Uint8Array | null {
  const end = response.length - stampLength - beforeTimestamp.length;
  if (end < opening.length) return null;
  const standsAt = (part: Uint8Array, offset: number) => part.every((byte, index) => response[offset + index] === byte);
  const whole =
    standsAt(opening, 0) && standsAt(beforeTimestamp, end) && standsAt(storedStamp, response.length - stampLength);
  return whole ? response.subarray(opening.length, end) : null;
}
