// Finds the resource that a request target names. Paths are not normalised: they must match the specification exactly, and
// everything else under /api is unknown. The query string is ignored. Everything under /ical/ may contain the token of a link,
// so none of it is taken for a path of the site, which a bucket would write into its log.

import type { Target } from '../access/decide-access.ts';
import type { LinkTarget } from '../access/decide-link.ts';

/** A resource of the API, or the public site. */
export type Route = Target | LinkTarget | { resource: 'site' };

const lists = new Set(['/api/v1/timetables', '/api/partner/v1/timetables']);
const changeLists = new Set(['/api/v1/changes', '/api/partner/v1/changes']);
const calendars = new Set(['/api/v1/calendar', '/api/partner/v1/calendar']);
const feeds = /^\/ical\/([^/]+)\.ics$/;
const named = /^\/api\/(?:partner\/)?v1\/(timetables|weeks|days|changes)\/([^/]+)$/;
const slices = /^\/api\/(?:partner\/)?v1\/weeks\/([^/]+)\/(classes|teachers|rooms)\/([^/]+)$/;
const kinds = { classes: 'class', teachers: 'teacher', rooms: 'room' } as const;

/** @param target the raw request target: a path, or an absolute URL as proxies send (RFC 9112, section 3.2) */
export function route(target: string): Route {
  if (lists.has(target)) return { resource: 'list' };
  const path = pathOf(target);
  if (lists.has(path)) return { resource: 'list' };
  const [, collection, segment] = named.exec(path) ?? [];
  if (segment !== undefined) {
    if (collection === 'timetables') return { resource: 'timetable', versionId: decode(segment) };
    if (collection === 'changes') return { resource: 'change', id: decode(segment) };
    return collection === 'days'
      ? { resource: 'day', date: decode(segment) }
      : { resource: 'week', week: decode(segment) };
  }
  const [, week, entities, entityId] = slices.exec(path) ?? [];
  if (week !== undefined && entities !== undefined && entityId !== undefined)
    return {
      resource: 'slice',
      week: decode(week),
      kind: kinds[entities as keyof typeof kinds], // the pattern has no other
      entityId: decode(entityId),
    };
  if (calendars.has(path)) return { resource: 'calendar' };
  if (changeLists.has(path)) return { resource: 'changes' };
  if (path === '/api/v1/my') return { resource: 'my' };
  if (/^\/ical\//i.test(path)) return { resource: 'feed', token: decode(feeds.exec(path)?.[1] ?? '') };
  return { resource: path === '/api' || path.startsWith('/api/') ? 'unknown' : 'site' };
}

/** The path of a request target, not decoded and without its query. */
export function pathOf(target: string): string {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = relative.search(/[?#]/);
  return end === -1 ? relative : relative.slice(0, end);
}

/** Invalid percent-encoding is returned unchanged, which matches no version. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
