// The answers of the OpenAPI description: those to keys, and those to links.

import type { Json, JsonObject } from './collect-components.ts';
import { cached, cachedFeed, encodedFeed, header, linkHeaders, refusedHeaders } from './openapi-headers.ts';
import { reference } from './openapi-reference.ts';

/** Example bodies, by name. */
export type OpenapiExamples = {
  list: Record<string, Json>;
  timetable: Record<string, Json>;
  calendar: Record<string, Json>;
  week: Record<string, Json>;
  day: Record<string, Json>;
  my: Record<string, Json>;
  refusals: Record<'401' | '402' | '404' | '405' | '412' | '500' | 'link401' | 'link404', Record<string, Json>>;
};

const notAsAsked = 'What is published is not what If-Match or If-Unmodified-Since asks for.';

export function responses({ list, timetable, calendar, week, day, my, refusals }: OpenapiExamples): JsonObject {
  const body = (schema: string, examples: Record<string, Json> = {}) => ({
    'application/json': {
      schema: reference('schemas', schema),
      ...(Object.keys(examples).length > 0 && {
        examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
      }),
    },
  });
  const encoded = { ...cached, 'Content-Encoding': header('ContentEncoding') };
  const refused = (description: string, examples: Record<string, Json> = {}, more: JsonObject = {}) => ({
    description,
    headers: { ...refusedHeaders, ...more },
    content: body('ErrorResponse', examples),
  });
  return {
    TimetableList: { description: 'All versions.', headers: encoded, content: body('ListTimetablesResponse', list) },
    Timetable: { description: 'The timetable.', headers: encoded, content: body('GetTimetableResponse', timetable) },
    Calendar: {
      description: 'The calendar, from the month before this one to 13 months ahead.',
      headers: encoded,
      content: body('GetCalendarResponse', calendar),
    },
    Day: { description: 'The day as it takes place.', headers: encoded, content: body('GetDayResponse', day) },
    Changes: { description: 'What changed lately.', headers: encoded, content: body('ListChangesResponse') },
    Change: { description: 'What one publication changed.', headers: encoded, content: body('GetChangeResponse') },
    Week: { description: 'The lessons of the week.', headers: encoded, content: body('GetWeekResponse', week) },
    My: {
      description: 'What the link shows.',
      headers: { ...encoded, ...linkHeaders },
      content: body('GetMyResponse', my),
    },
    MyHeadersOnly: { description: 'The headers of the GET.', headers: { ...encoded, ...linkHeaders } },
    MyNotModified: {
      description: 'Nothing has changed since the answer with that ETag.',
      headers: { ...cached, ...linkHeaders },
    },
    Feed: { description: 'A calendar (RFC 5545).', headers: encodedFeed, content: { 'text/calendar': { schema: {} } } },
    FeedHeadersOnly: { description: 'The headers of the GET.', headers: encodedFeed },
    FeedNotModified: { description: 'Nothing has changed since that ETag, or that moment.', headers: cachedFeed },
    NoFeed: {
      description:
        'A calendar without events: no such link, or a revoked or expired one; access has ended for the organisation; or the ' +
        'feed is being made. Programs that subscribe can show no other refusal.',
      headers: { ...refusedHeaders, ...linkHeaders, 'Content-Disposition': header('Disposition') },
      content: { 'text/calendar': { schema: {} } },
    },
    HeadersOnly: { description: 'The headers of the GET.', headers: encoded },
    NotModified: { description: 'Nothing has changed since the answer with that ETag.', headers: cached },
    Allowed: { description: 'The methods that are allowed.', headers: { Allow: header('Allow') } },
    Refused400: {
      description: 'The request is not valid HTTP.',
      headers: refusedHeaders,
      content: body('ErrorResponse'),
    },
    Refused401: refused('A problem with the key; the message says which.', refusals['401'], {
      'WWW-Authenticate': header('WwwAuthenticate'),
    }),
    Refused402: {
      description:
        'Access has ended for the organisation, whatever the key. Here `error` is a string. The same key works again once access is restored.',
      headers: refusedHeaders,
      content: body('AccessEndedResponse', refusals['402']),
    },
    Refused404: refused(
      "No such version, or another organisation's; no calendar; a day or a week that is not served; a change that is not listed any more; or nobody with that id.",
      refusals['404'],
    ),
    Refused405: refused('The method is not GET, HEAD or OPTIONS.', refusals['405'], {
      Allow: header('Allow'),
    }),
    RefusedLink401: refused('A problem with the link; the message says which.', refusals.link401, {
      'WWW-Authenticate': header('WwwAuthenticate'),
      ...linkHeaders,
    }),
    RefusedLink402: {
      description:
        'Access has ended for the organisation, whatever the link. The same link works again once it is restored.',
      headers: { ...refusedHeaders, ...linkHeaders },
      content: body('AccessEndedResponse', refusals['402']),
    },
    RefusedLink404: refused('What the link shows is being made.', refusals.link404, linkHeaders),
    RefusedLink405: refused('The method is not GET, HEAD or OPTIONS.', refusals['405'], {
      Allow: header('Allow'),
      ...linkHeaders,
    }),
    Refused412: refused(notAsAsked, refusals['412']),
    RefusedLink412: refused(notAsAsked, refusals['412'], linkHeaders),
    Refused408: {
      description: 'The request took too long to arrive.',
      headers: refusedHeaders,
      content: body('ErrorResponse'),
    },
    Refused431: {
      description: 'The request headers are too large.',
      headers: refusedHeaders,
      content: body('ErrorResponse'),
    },
    Refused500: refused('Something went wrong on our side.', refusals['500'], { 'X-Request-Id': header('RequestId') }),
  };
}
