// Decodes a list of links that a program saved again: UTF-8, or UTF-16 and windows-1252 as spreadsheets save text and CSV.

export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // As a stream: in one piece, Node 20 decodes it as Latin-1, which the tests would not notice.
    return new TextDecoder('windows-1252').decode(bytes, { stream: true });
  }
}
