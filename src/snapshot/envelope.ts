// A published file is a complete response: `{"success":true,"data":…,"timestamp":"…"}`. Its last 26 bytes, the timestamp
// and the closing `"}`, are all that differs between responses.

const encoder = new TextEncoder();
const opening = encoder.encode('{"success":true,"data":');
const beforeTimestamp = encoder.encode(',"timestamp":"');

/** The length of the stamp, in bytes. */
export const stampLength = 26;

/** Cached, since a server sends many responses in one millisecond. */
let last = { time: Number.NaN, stamp: new Uint8Array() };

/** The timestamp of stored files, and their stamp. It is fixed, so that the same data gives the same file. */
export const storedTime = new Date(0).toISOString();
export const storedStamp = stampFor(0);

/** The 26 bytes that end a response. `time` is in milliseconds since 1970. */
export function stampFor(time: number): Uint8Array {
  if (time !== last.time) last = { time, stamp: encoder.encode(`${new Date(time).toISOString()}"}`) };
  return last.stamp;
}

/** The response around `data`, which is JSON text in UTF-8, with the stored stamp. */
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

/** The bytes of `data` in a stored response, or null when the bytes around it are not the envelope. */
export function unwrapEnvelope(response: Uint8Array): Uint8Array | null {
  const end = response.length - stampLength - beforeTimestamp.length;
  if (end < opening.length) return null;
  const standsAt = (part: Uint8Array, offset: number) => part.every((byte, index) => response[offset + index] === byte);
  const whole =
    standsAt(opening, 0) && standsAt(beforeTimestamp, end) && standsAt(storedStamp, response.length - stampLength);
  return whole ? response.subarray(opening.length, end) : null;
}
