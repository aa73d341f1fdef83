// From a request target to what is asked for. Nothing is normalised: a path is a resource when it is written exactly as
// the specification writes it, and everything else under /api is unknown. The query string is ignored.

import type { Target } from '../access/decide-access.ts';

/** What is asked for under /api, or the public site. */
export type Route = Target | { resource: 'site' };

const lists = new Set(['/api/v1/timetables', '/api/partner/v1/timetables']);
const timetable = /^\/api\/(?:partner\/)?v1\/timetables\/([^/]+)$/;

/** @param target the request target as it came: a path, or an absolute URL as proxies send (RFC 9112, section 3.2) */
export function route(target: string): Route {
  if (lists.has(target)) return { resource: 'list' };
  const path = pathOf(target);
  if (lists.has(path)) return { resource: 'list' };
  const [, segment] = timetable.exec(path) ?? [];
  if (segment !== undefined) return { resource: 'timetable', versionId: decode(segment) };
  return { resource: path === '/api' || path.startsWith('/api/') ? 'unknown' : 'site' };
}

/** The path of a request target as it is written, without its query. */
export function pathOf(target: string): string {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = relative.search(/[?#]/);
  return end === -1 ? relative : relative.slice(0, end);
}

/** A segment that is no valid percent-encoding stays as it is: no version is called that. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
