// The OpenAPI 3.1 description of the API: every path of both families and those of links, with parameters, headers, statuses
// and bodies. Bodies come from schemas/ and examples are passed in; the rest is written here.

import { collectComponents, type JsonObject } from './collect-components.ts';
import { headers } from './openapi-headers.ts';
import { parameters } from './openapi-parameters.ts';
import { reference } from './openapi-reference.ts';
import { type OpenapiExamples, responses } from './openapi-responses.ts';

export function buildOpenapi(schemas: ReadonlyMap<string, JsonObject>, examples: OpenapiExamples): JsonObject {
  const families = [
    { root: '/api/v1', tag: 'Timetables', dated: 'Calendar', changed: 'Changes', prefix: '' },
    {
      ...{ root: '/api/partner/v1', prefix: 'partner' },
      ...{ tag: 'Partner paths', dated: 'Partner paths', changed: 'Partner paths' },
    },
  ];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Timetable Read API',
      version: '1',
      description:
        'The timetables of one organisation, read only. A key names the organisation; data of others is never ' +
        'returned. A timetable exists in one or more versions; to find the one in use on a date, choose the entry with ' +
        'status `published` whose window effectiveFrom..effectiveTo covers it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this description comes from' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Timetables', description: 'The versions of the organisation, and each of them in full.' },
      {
        name: 'Calendar',
        description:
          'The school year, and what takes place on which date, for an organisation that keeps a calendar: also what is ' +
          'different from the plan. Each names the `generation` of the timetables that it was made from, and follows a ' +
          'change of these within seconds.',
      },
      {
        name: 'Changes',
        description:
          'What changed for readers, to follow with a copy. Each change is all that differs between two generations; one that is not ' +
          'listed any more, or is `truncated`, means: read everything.',
      },
      {
        name: 'Links',
        description:
          'What a link shows: one class, teacher, room or student, to people who have no key. Both follow a change of the ' +
          'timetables within seconds.',
      },
      { name: 'Partner paths', description: 'The same reads for ERP partners, with the same behaviour.' },
    ],
    paths: Object.fromEntries([
      ...families.flatMap(({ root, tag, dated, changed, prefix }) => [
        [`${root}/timetables`, listPath(tag, prefix)],
        [`${root}/timetables/{id}`, getPath(tag, prefix)],
        [`${root}/calendar`, calendarPath(dated, prefix)],
        [`${root}/changes`, changesPath(changed, prefix)],
        [`${root}/changes/{id}`, changePath(changed, prefix)],
        [`${root}/days/{date}`, dayPath(dated, prefix)],
        [`${root}/weeks/{week}`, weekPath(dated, prefix)],
        ...slices.map(([list, one]) => [`${root}/weeks/{week}/${list}/{entityId}`, slicePath(dated, prefix, one)]),
      ]),
      ['/api/v1/my', myPath],
      ['/ical/{token}.ics', feedPath],
    ]),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer <API_KEY>`.' },
        link: { type: 'http', scheme: 'bearer', description: 'The token of a link: `Authorization: Bearer <TOKEN>`.' },
      },
      parameters,
      headers,
      responses: responses(examples),
      schemas: collectComponents(schemas),
    },
  };
}

const operationId = (prefix: string, name: string) =>
  prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * The operations of one path.
 * @param good the component of the 200
 * @param refused the statuses of refusals
 * @param of what names the components of answers that are not those of keys
 */
function operations(
  tag: string,
  prefix: string,
  name: string,
  summary: string,
  good: string,
  refused: string[],
  of: { refusals?: Record<string, string>; unchanged?: string; headersOnly?: string; parameters?: string[] } = {},
) {
  const { refusals = {}, unchanged = 'NotModified', headersOnly = 'HeadersOnly', parameters: more = [] } = of;
  const errors = Object.fromEntries(
    refused.map((status) => [status, reference('responses', refusals[status] ?? `Refused${status}`)]),
  );
  const malformed = Object.fromEntries(
    ['400', '408', '431'].map((status) => [status, reference('responses', `Refused${status}`)]),
  );
  const read = {
    tags: [tag],
    parameters: ['IfNoneMatch', 'IfMatch', ...more, 'AcceptEncoding'].map((each) => reference('parameters', each)),
  };
  const capital = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    get: {
      ...read,
      operationId: operationId(prefix, name),
      summary,
      responses: { 200: reference('responses', good), 304: reference('responses', unchanged), ...errors },
    },
    head: {
      ...read,
      operationId: operationId(prefix, `head${capital}`),
      summary: `${summary}: headers only`,
      description: 'Answers like GET, with the same statuses and headers and no body.',
      responses: { 200: reference('responses', headersOnly), 304: reference('responses', unchanged), ...errors },
    },
    options: {
      tags: [tag],
      operationId: operationId(prefix, `options${capital}`),
      summary: 'List the allowed methods',
      description: 'Needs no key, so that browsers can ask before a cross-origin request.',
      security: [],
      responses: { 204: reference('responses', 'Allowed'), ...malformed },
    },
  };
}

const always = ['400', '401', '402', '405', '408', '412', '431', '500'];

const listPath = (tag: string, prefix: string): JsonObject =>
  operations(tag, prefix, 'listTimetables', 'List all timetable versions, newest first', 'TimetableList', always);

const getPath = (tag: string, prefix: string): JsonObject => ({
  parameters: [reference('parameters', 'VersionId')],
  ...operations(tag, prefix, 'getTimetable', 'Get one timetable version in full', 'Timetable', [...always, '404']),
});

const calendarPath = (tag: string, prefix: string): JsonObject =>
  operations(tag, prefix, 'getCalendar', 'Get the calendar, date by date', 'Calendar', [...always, '404']);

const changesPath = (tag: string, prefix: string): JsonObject =>
  operations(tag, prefix, 'listChanges', 'List what changed, newest first', 'Changes', [...always, '404']);

const changePath = (tag: string, prefix: string): JsonObject => ({
  parameters: [reference('parameters', 'ChangeId')],
  ...operations(tag, prefix, 'getChange', 'Get one change, unit by unit', 'Change', [...always, '404']),
});

const dayPath = (tag: string, prefix: string): JsonObject => ({
  parameters: [reference('parameters', 'Date')],
  ...operations(tag, prefix, 'getDay', 'Get a day as it takes place', 'Day', [...always, '404']),
});

/** The parts of a week that can be had alone: the word in the path, and what one is called. */
const slices = [
  ['classes', 'class'],
  ['teachers', 'teacher'],
  ['rooms', 'room'],
] as const;

const slicePath = (tag: string, prefix: string, one: (typeof slices)[number][1]): JsonObject => ({
  parameters: ['Week', 'EntityId'].map((each) => reference('parameters', each)),
  ...operations(
    tag,
    prefix,
    `getWeekOf${one.charAt(0).toUpperCase()}${one.slice(1)}`,
    `Get the lessons of one week for one ${one}`,
    'Week',
    [...always, '404'],
  ),
});

const weekPath = (tag: string, prefix: string): JsonObject => ({
  parameters: [reference('parameters', 'Week')],
  ...operations(tag, prefix, 'getWeek', 'Get the lessons of one week', 'Week', [...always, '404']),
});

const ofLink = {
  refusals: {
    401: 'RefusedLink401',
    402: 'RefusedLink402',
    404: 'RefusedLink404',
    405: 'RefusedLink405',
    412: 'RefusedLink412',
  },
  unchanged: 'MyNotModified',
  headersOnly: 'MyHeadersOnly',
};
const ofFeed = {
  refusals: { 404: 'NoFeed', 405: 'RefusedLink405', 412: 'RefusedLink412' },
  unchanged: 'FeedNotModified',
  headersOnly: 'FeedHeadersOnly',
  parameters: ['IfModifiedSince', 'IfUnmodifiedSince'],
};

const myPath: JsonObject = secured(
  [{ link: [] }],
  operations('Links', '', 'getMyTimetables', 'Get the timetables of a link', 'My', [...always, '404'], ofLink),
);

const feedPath: JsonObject = {
  parameters: [reference('parameters', 'Token')],
  ...secured(
    [],
    operations(
      'Links',
      '',
      'getFeed',
      'Get the feed of a link, for calendar programs',
      'Feed',
      ['400', '404', '405', '408', '412', '431', '500'],
      ofFeed,
    ),
  ),
};

/** The operations with another way to identify the caller; none for a token in the path. */
function secured(security: JsonObject[], path: ReturnType<typeof operations>): JsonObject {
  return { get: { ...path.get, security }, head: { ...path.head, security }, options: path.options };
}
