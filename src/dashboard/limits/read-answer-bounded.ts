// Reads the body of an answer, of which no more than a limit is kept in memory.

/** @throws Error when the body has more bytes than `most` */
export async function readAnswerBounded(answer: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength;
    // Leaving the loop cancels the rest.
    if (size > most) throw new Error(`its answer has more than ${most} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
