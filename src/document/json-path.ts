/** A path from the root of a document: property names and array indexes. */
export type Segments = readonly (string | number)[];

/** The path as a JSONPath query (RFC 9535), such as `$.lessons[3].groups[0].teacherIds[1]`. */
export function jsonPath(segments: Segments): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    return /^[A-Za-z_$][\w$]*$/.test(segment) ? `${path}.${segment}` : `${path}[${JSON.stringify(segment)}]`;
  }, '$');
}
