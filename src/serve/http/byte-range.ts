// The Range header of a GET (RFC 9110, sections 14.1.2 and 14.2).

/** The first and the last byte that are asked for, both of them sent; or that there are none such. */
export type ByteRange = { first: number; last: number } | 'unsatisfiable';

/**
 * The bytes of a file of this size that a Range header asks for. Null where the header is to be ignored: another unit than
 * bytes, what cannot be parsed, several ranges, which would be an answer in parts for no reader that is known,
 * and any range of an empty file.
 */
export function parseByteRange(header: string, size: number): ByteRange | null {
  const [, list] = /^bytes=(\S.*)$/i.exec(header) ?? [];
  // A list may have empty elements (section 5.6.1.2).
  const [spec, ...more] = (list ?? '').split(',').flatMap((each) => each.trim() || []);
  const [, from, to] = /^(\d*)-(\d*)$/.exec(spec ?? '') ?? [];
  if (size === 0 || more.length > 0 || from === undefined || to === undefined || (from === '' && to === ''))
    return null;
  const [first, last] = from === '' ? [size - Number(to), size - 1] : [Number(from), to === '' ? size - 1 : Number(to)];
  if (from !== '' && to !== '' && last < first) return null;
  return first >= size ? 'unsatisfiable' : { first: Math.max(first, 0), last: Math.min(last, size - 1) };
}
