// The parameters of the OpenAPI description: those of paths, and the headers of requests.

import type { JsonObject } from './collect-components.ts';
import { reference } from './openapi-reference.ts';

export const parameters: JsonObject = {
  VersionId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'A version id from List Timetables.',
    schema: reference('schemas', 'Id'),
    example: 'upper-2026-v1',
  },
  Week: {
    name: 'week',
    in: 'path',
    required: true,
    description: 'An ISO 8601 week: the one of today at the school, or one of the next five.',
    schema: { type: 'string' },
    example: '2026-W48',
  },
  Date: {
    name: 'date',
    in: 'path',
    required: true,
    description: 'A date, from the Monday of this week at the school to 14 days ahead.',
    schema: { type: 'string', format: 'date' },
    example: '2026-11-23',
  },
  ChangeId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'An id from List Changes.',
    schema: { type: 'string' },
    example: '20261123T063012345Z-0123456789abcdef',
  },
  EntityId: {
    name: 'entityId',
    in: 'path',
    required: true,
    description: 'The entityId of a class, a teacher or a room of the timetables.',
    schema: reference('schemas', 'Id'),
  },
  Token: {
    name: 'token',
    in: 'path',
    required: true,
    description: 'The token of a link. It is all that is needed, so the address is as secret as a password.',
    schema: { type: 'string' },
  },
  IfModifiedSince: {
    name: 'If-Modified-Since',
    in: 'header',
    description:
      'The Last-Modified of an earlier answer, for programs that know no ETag; it counts without If-None-Match.',
    schema: { type: 'string' },
  },
  IfUnmodifiedSince: {
    name: 'If-Unmodified-Since',
    in: 'header',
    description: 'A moment: 412 when the feed has changed since. It counts without If-Match.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Any answer for *. An ETag is always 412: those of answers are weak, and If-Match compares strongly.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer: 304 when nothing has changed since.',
    schema: { type: 'string' },
  },
  AcceptEncoding: {
    name: 'Accept-Encoding',
    in: 'header',
    description: 'br, gzip or identity.',
    schema: { type: 'string' },
  },
};
