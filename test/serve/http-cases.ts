// What a server must do by RFC 9110, sections 13 (conditional requests) and 14 (ranges), a row for each MUST: to a file of the
// site, whose tag is strong, to a document of the API, whose tag is weak and which has no date, and to a feed, which has both.

export const resources = ['site', 'document', 'feed'] as const;
export type Resource = (typeof resources)[number];

/** A 200 with everything, a 206 with these bytes, a 304, a 412, a 416, or what a request without these headers gets. */
export type Outcome = 'whole' | readonly [number, number] | 'unchanged' | 'failed' | 'no such range' | 'as without';

export type HttpCase = {
  section: string;
  says: string;
  method?: 'HEAD' | 'OPTIONS' | 'POST';
  /** @param tag of the resource */
  headers: (tag: string) => Record<string, string>;
  /** Of all, or of each; a resource that is left out is not asked. */
  outcome: Outcome | Partial<Record<Resource, Outcome>>;
};

/** When the file and the feed became what they are, a Tuesday. */
export const changedAt = Date.UTC(2026, 8, 1, 6, 30, 15);
/** How many bytes the file has. */
export const siteLength = 1000;

/** The three forms of section 5.6.7, with the second of that minute. */
const forms = {
  'the form of today': (second: number) => `Tue, 01 Sep 2026 06:30:${second} GMT`,
  'the form of RFC 850': (second: number) => `Tuesday, 01-Sep-26 06:30:${second} GMT`,
  'the form of asctime': (second: number) => `Tue Sep  1 06:30:${second} 2026`,
};
const date = forms['the form of today'];
const dated = (outcome: Outcome) => ({ site: outcome, document: 'whole', feed: outcome }) as const;
const strongOnly = (outcome: Outcome, otherwise: Outcome) =>
  ({ site: outcome, document: otherwise, feed: otherwise }) as const;
const opaque = (tag: string) => tag.replace(/^W\//, '');
const row = (
  section: string,
  says: string,
  headers: HttpCase['headers'] | Record<string, string>,
  outcome: HttpCase['outcome'],
  method?: HttpCase['method'],
): HttpCase => ({
  section,
  says,
  headers: typeof headers === 'function' ? headers : () => headers,
  outcome,
  ...(method === undefined ? {} : { method }),
});

const ifMatch = (value: (tag: string) => string) => (tag: string) => ({ 'If-Match': value(tag) });
const ifNoneMatch = (value: (tag: string) => string) => (tag: string) => ({ 'If-None-Match': value(tag) });
const byTags: HttpCase[] = [
  row('13.1.1', 'If-Match: * is true of what there is', { 'If-Match': '*' }, 'whole'),
  row('13.1.1', 'If-Match with another tag', { 'If-Match': '"another"' }, 'failed'),
  row('13.1.1', 'If-Match with another tag, of a HEAD', { 'If-Match': '"another"' }, 'failed', 'HEAD'),
  row(
    '13.1.1',
    'If-Match compares strongly',
    ifMatch((tag) => tag),
    strongOnly('whole', 'failed'),
  ),
  row(
    '13.1.1',
    'If-Match with the weak form of the tag',
    ifMatch((tag) => `W/${opaque(tag)}`),
    'failed',
  ),
  row('13.1.1', 'If-Match with the strong form of the tag', ifMatch(opaque), strongOnly('whole', 'failed')),
  row(
    '13.1.1',
    'If-Match with the tag in a list',
    ifMatch((tag) => `"a", ${tag},W/"b"`),
    strongOnly('whole', 'failed'),
  ),
  row(
    '13.1.1',
    'If-Match with the tag without quotes',
    ifMatch((tag) => opaque(tag).slice(1, -1)),
    'failed',
  ),
  row('13.1.1', 'If-Match with nothing', { 'If-Match': '' }, 'failed'),
  row(
    '13.1.2',
    'If-None-Match with the tag',
    ifNoneMatch((tag) => tag),
    'unchanged',
  ),
  row(
    '13.1.2',
    'If-None-Match with the tag, of a HEAD',
    ifNoneMatch((tag) => tag),
    'unchanged',
    'HEAD',
  ),
  row(
    '13.1.2',
    'If-None-Match compares weakly: the weak form',
    ifNoneMatch((tag) => `W/${opaque(tag)}`),
    'unchanged',
  ),
  row('13.1.2', 'If-None-Match compares weakly: the strong form', ifNoneMatch(opaque), 'unchanged'),
  row(
    '13.1.2',
    'If-None-Match with the tag in a list',
    ifNoneMatch((tag) => `"a, b", ${tag}, "c"`),
    'unchanged',
  ),
  row('13.1.2', 'If-None-Match: * is false of what there is', { 'If-None-Match': '*' }, 'unchanged'),
  row('13.1.2', 'If-None-Match with another tag', { 'If-None-Match': '"another"' }, 'whole'),
];

const since = (value: string) => ({ 'If-Modified-Since': value });
const before = (value: string) => ({ 'If-Unmodified-Since': value });
const byDates: HttpCase[] = [
  ...Object.entries(forms).flatMap(([form, at]) => [
    row('13.1.3', `If-Modified-Since with that second, in ${form}`, since(at(15)), dated('unchanged')),
    row('13.1.3', `If-Modified-Since with a later second, in ${form}`, since(at(16)), dated('unchanged')),
    row('13.1.3', `If-Modified-Since with an earlier second, in ${form}`, since(at(14)), 'whole'),
    row('13.1.4', `If-Unmodified-Since with that second, in ${form}`, before(at(15)), 'whole'),
    row('13.1.4', `If-Unmodified-Since with a later second, in ${form}`, before(at(16)), 'whole'),
    row('13.1.4', `If-Unmodified-Since with an earlier second, in ${form}`, before(at(14)), dated('failed')),
    row('13.1.5', `If-Range with that second, in ${form}`, { 'If-Range': at(15), Range: 'bytes=5-9' }, 'whole'),
  ]),
  row(
    '5.6.7',
    'a year of two digits more than 50 years ahead is past',
    since('Sunday, 06-Nov-94 08:49:37 GMT'),
    'whole',
  ),
  row('5.6.7', 'and so is that of If-Unmodified-Since', before('Sunday, 06-Nov-94 08:49:37 GMT'), dated('failed')),
  row('13.1.3', 'If-Modified-Since of a HEAD', since(date(15)), dated('unchanged'), 'HEAD'),
  row('13.1.4', 'If-Unmodified-Since of a HEAD', before(date(14)), dated('failed'), 'HEAD'),
  ...[
    '',
    'yesterday',
    '0',
    `${date(16)}, ${date(16)}`,
    'Tue, 01 Sep 2026 06:30:16 +0200',
    '2026-09-01T06:30:16Z',
    'Thu, 31 Sep 2026 06:30:16 GMT',
    'tue, 01 sep 2026 06:30:16 gmt',
  ].map((no) => row('13.1.3', `If-Modified-Since with "${no}", which is no date, is ignored`, since(no), 'whole')),
  ...['', 'yesterday', '0', `${date(14)}, ${date(14)}`, '2026-09-01T06:30:14Z', 'Tue, 01 Sep 2026 06:60:14 GMT'].map(
    (no) => row('13.1.4', `If-Unmodified-Since with "${no}", which is no date, is ignored`, before(no), 'whole'),
  ),
];

const firstBytes = { Range: 'bytes=5-9' };
const order: HttpCase[] = [
  row(
    '13.1.3',
    'If-Modified-Since is ignored with If-None-Match',
    { ...since(date(16)), 'If-None-Match': '"a"' },
    'whole',
  ),
  row('13.1.4', 'If-Unmodified-Since is ignored with If-Match', { ...before(date(14)), 'If-Match': '*' }, 'whole'),
  row('13.2.2', 'If-Match before If-None-Match', (tag) => ({ 'If-Match': '"a"', 'If-None-Match': tag }), 'failed'),
  row(
    '13.2.2',
    'If-None-Match after a true If-Match',
    (tag) => ({ 'If-Match': '*', 'If-None-Match': tag }),
    'unchanged',
  ),
  row('13.2.2', 'If-Unmodified-Since before If-None-Match', (tag) => ({ ...before(date(14)), 'If-None-Match': tag }), {
    ...dated('failed'),
    document: 'unchanged',
  }),
  row(
    '13.2.2',
    'If-None-Match after a true If-Unmodified-Since',
    (tag) => ({ ...before(date(16)), 'If-None-Match': tag }),
    'unchanged',
  ),
  row(
    '13.2.2',
    'If-Unmodified-Since before If-Modified-Since',
    { ...before(date(14)), ...since(date(16)) },
    dated('failed'),
  ),
  row('13.2.2', 'If-Modified-Since after a true If-Match', { 'If-Match': '*', ...since(date(15)) }, dated('unchanged')),
  row('13.2.2', 'a false If-Match before a range', { 'If-Match': '"a"', ...firstBytes }, 'failed'),
  row(
    '13.2.2',
    'a false If-None-Match before a range',
    (tag) => ({ 'If-None-Match': tag, ...firstBytes }),
    'unchanged',
  ),
  row(
    '13.2.2',
    'a false If-None-Match before one that there is not',
    (tag) => ({ 'If-None-Match': tag, Range: 'bytes=9999-' }),
    'unchanged',
  ),
  row('13.2.2', 'a false If-Modified-Since before a range', { ...since(date(15)), ...firstBytes }, dated('unchanged')),
  row(
    '13.2.2',
    'true preconditions, then the range',
    (tag) => ({ 'If-Match': '*', 'If-None-Match': '"a"', 'If-Range': tag, ...firstBytes }),
    strongOnly([5, 9], 'whole'),
  ),
  row('13.2.1', 'ignored for OPTIONS', (tag) => ({ 'If-Match': '"a"', 'If-None-Match': tag }), 'as without', 'OPTIONS'),
  row(
    '13.2.1',
    'ignored where the answer is no 200 anyway',
    (tag) => ({ 'If-Match': '"a"', 'If-None-Match': tag, ...before(date(14)) }),
    'as without',
    'POST',
  ),
];

const ifRange = (value: (tag: string) => string) => (tag: string) => ({ 'If-Range': value(tag), ...firstBytes });
const range = (value: string) => ({ Range: value });
const part = (first: number, last: number) => strongOnly([first, last], 'whole');
const ranges: HttpCase[] = [
  row(
    '13.1.5',
    'If-Range with the tag',
    ifRange((tag) => tag),
    part(5, 9),
  ),
  row(
    '13.1.5',
    'If-Range with another tag',
    ifRange(() => '"another"'),
    'whole',
  ),
  row(
    '13.1.5',
    'If-Range with the weak form of the tag',
    ifRange((tag) => `W/${opaque(tag)}`),
    'whole',
  ),
  row('13.1.5', 'If-Range with the strong form of a weak tag', ifRange(opaque), part(5, 9)),
  row(
    '13.1.5',
    'If-Range with a list',
    ifRange((tag) => `${tag}, ${tag}`),
    'whole',
  ),
  row(
    '13.1.5',
    'If-Range with *',
    ifRange(() => '*'),
    'whole',
  ),
  row(
    '13.1.5',
    'If-Range with nothing',
    ifRange(() => ''),
    'whole',
  ),
  row(
    '13.1.5',
    'If-Range with an earlier date',
    ifRange(() => date(14)),
    'whole',
  ),
  row(
    '13.1.5',
    'If-Range with a later date',
    ifRange(() => date(16)),
    'whole',
  ),
  row(
    '13.1.5',
    'If-Range with another tag, and a range that there is not',
    { 'If-Range': '"a"', ...range('bytes=9999-') },
    'whole',
  ),
  row('13.1.5', 'If-Range is ignored without Range', { 'If-Range': '"another"' }, 'whole'),
  row('14.2', 'Range is ignored for HEAD', firstBytes, 'whole', 'HEAD'),
  row('14.2', 'Range that there is not is ignored for HEAD', range('bytes=9999-'), 'whole', 'HEAD'),
  row('14.2', 'Range is ignored for POST', firstBytes, 'as without', 'POST'),
  row('14.2', 'Range is ignored for OPTIONS', firstBytes, 'as without', 'OPTIONS'),
  row('14.1.2', 'first and last', range('bytes=5-9'), part(5, 9)),
  row('14.1.2', 'one byte', range('bytes=0-0'), part(0, 0)),
  row('14.1', 'the unit in other case', range('Bytes=5-9'), part(5, 9)),
  row('14.1.2', 'first alone', range('bytes=990-'), part(990, 999)),
  row('14.1.2', 'all of it', range('bytes=0-'), part(0, 999)),
  row('14.1.2', 'a last beyond the end', range('bytes=990-5000'), part(990, 999)),
  row('14.1.2', 'a last beyond every number', range(`bytes=990-${'9'.repeat(400)}`), part(990, 999)),
  row('14.1.2', 'a suffix', range('bytes=-10'), part(990, 999)),
  row('14.1.2', 'a suffix longer than the file', range('bytes=-5000'), part(0, 999)),
  row('5.6.1.2', 'empty elements of a list', range('bytes=,5-9 ,,'), part(5, 9)),
  row('14.1.2', 'a first at the end', range('bytes=1000-'), strongOnly('no such range', 'whole')),
  row('14.1.2', 'a first beyond the end', range('bytes=5000-6000'), strongOnly('no such range', 'whole')),
  row('14.1.2', 'a suffix of nothing', range('bytes=-0'), strongOnly('no such range', 'whole')),
  ...['lines=1-2', 'items=0-5', 'seconds=0-', 'lines=9999-', 'none', 'bytes2=0-4', 'x-bytes=0-4'].map((other) =>
    row('14.2', `another unit is ignored: ${other}`, range(other), 'whole'),
  ),
  ...[
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=,',
    'bytes=9-5',
    'bytes=a-b',
    'bytes=5',
    'bytes=5-9-12',
    'bytes=--5',
    'bytes=+5-9',
    'bytes=0x5-9',
    'bytes=5.0-9',
    'bytes=1e2-',
    'bytes 5-9',
    'bytes=5 - 9',
    'bytes =5-9',
    'bytes: 5-9',
    '5-9',
    '',
  ].map((broken) => row('14.2', `what cannot be parsed is ignored: "${broken}"`, range(broken), 'whole')),
  ...['bytes=0-1,5-9', 'bytes=0-1, bytes=5-9', 'bytes=0-,0-,0-,0-', 'bytes=9999-,5-9'].map((several) =>
    row('14.2', `several ranges may be ignored: ${several}`, range(several), 'whole'),
  ),
];

export const httpCases: readonly HttpCase[] = [...byTags, ...byDates, ...order, ...ranges];
