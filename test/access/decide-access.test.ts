import { expect, test } from 'vitest';
import { decideAccess, type Facts } from '../../src/access/decide-access.ts';
import { type Owned, parseOrganisationId } from '../../src/access/ids.ts';
import { refusals } from '../../src/access/refusal.ts';
import type {
  AccessRecord,
  ChangesPart,
  DaysPart,
  Derived,
  IndexedPack,
  KeyRecord,
  OrganisationRecord,
  PackedFile,
  Pointer,
  PublishedFile,
} from '../../src/contract/types.generated.ts';
import { accessCases, type Outcome, type Situation } from './access-lines.ts';

const now = Date.UTC(2026, 8, 1, 8);
const expiries = { never: null, later: now + 1, 'this moment': now, earlier: now - 1 } as const;
const key: KeyRecord = { keyId: 'k1', expiresAt: null, revoked: false };
const access: AccessRecord = { state: 'active', lockedBecause: null, apiEnabled: true, keys: {} };
const form = { bytes: 26, sha256: 'a'.repeat(64) };
const fileNamed = (digit: string): PublishedFile => ({ hash: digit.repeat(64), identity: form, gzip: form, br: form });
const [list, version, calendar, week] = [fileNamed('0'), fileNamed('1'), fileNamed('2'), fileNamed('3')];
const [publishedList, draft] = [fileNamed('4'), { ...fileNamed('5'), draft: true as const }];
const organisationId = parseOrganisationId('north');
const organisation: Owned<OrganisationRecord> = {
  formatVersion: 2,
  handle: '0k9zh4m7x1q2',
  organisationId,
  access,
  pointer: {
    formatVersion: 2,
    organisationId,
    generation: 1,
    publishedAt: '2026-09-01T08:00:00.000Z',
    rolledBackTo: null,
    list,
    publishedList,
    timetables: { v1: version, draft },
  },
};
const { publishedList: _, ...pointer } = organisation.pointer ?? ({} as Pointer); // as an earlier release wrote it
const slices: IndexedPack = { hash: '6'.repeat(64), bytes: 100, index: { bytes: 80, sha256: 'b'.repeat(64) } };
const derived: Derived = {
  generation: 1,
  publishedAt: '2026-09-01T08:00:00.000Z',
  validFrom: '2026-08-31T22:00:00.000Z',
  validUntil: '2026-09-06T22:00:00.000Z',
  tzdata: '2025c',
  calendar,
  weeks: { '2026-W36': week },
  slices: { '2026-W36': slices },
  replaced: [],
};
const { slices: _slices, ...earlierDerived } = derived;
const part = { offset: 0, bytes: 26, sha256: 'a'.repeat(64) };
const day: PackedFile = { hash: '7'.repeat(64), identity: { bytes: 26 }, gzip: part, br: part };
const days: DaysPart = {
  generation: 1,
  publishedAt: '2026-09-01T08:00:00.000Z',
  validFrom: '2026-08-31T22:00:00.000Z',
  validUntil: '2026-09-01T22:00:00.000Z',
  tzdata: '2025c',
  pack: { hash: '8'.repeat(64), bytes: 52 },
  days: { '2026-09-01': day },
  replaced: [],
};
const changes: ChangesPart = { generation: 1, publishedAt: '2026-09-01T08:00:00.000Z', pack: slices, replaced: [] };
const facts: Facts = { token: 'belfry_x', organisation, key, now, target: { resource: 'list' }, method: 'GET' };

/** Only the index of a pack knows the entities and the changes: such a request is granted here, and refused by the server. */
const isDecidedLater = ({ outcome, situation }: (typeof accessCases)[number]) =>
  outcome.code === 'ENTITY_NOT_FOUND' ||
  (outcome.code === 'CHANGE_NOT_FOUND' && situation.target === 'no such change' && situation.documents === 'published');

test.each(accessCases.filter((each) => !isDecidedLater(each)))(
  '$name: $outcome.status $outcome.message',
  ({ situation, outcome }) => {
    expect(outcomeOf(factsOf(situation))).toEqual(outcome);
  },
);

test('the table has 66 single cases, and pairs of them', () => {
  expect(accessCases.filter(({ name }) => !name.includes(', before '))).toHaveLength(66);
  expect(accessCases.length).toBeGreaterThan(150);
});

test('a grant names the organisation and the file', () => {
  expect(decideAccess(facts)).toEqual({ granted: true, organisationId, file: list });
  const target = { resource: 'timetable', versionId: 'v1' } as const;
  expect(decideAccess({ ...facts, target })).toEqual({ granted: true, organisationId, file: version });
});

test('HEAD is granted what GET is', () => {
  expect(decideAccess({ ...facts, method: 'HEAD' })).toEqual(decideAccess(facts));
});

test('a key that sees published versions only gets the list without drafts', () => {
  const restricted: Facts = { ...facts, key: { ...key, publishedOnly: true } };
  expect(decideAccess(restricted)).toEqual({ granted: true, organisationId, file: publishedList });
  const target = { resource: 'timetable', versionId: 'v1' } as const;
  expect(decideAccess({ ...restricted, target })).toEqual({ granted: true, organisationId, file: version });
});

test('a grant of the calendar, and of a week, names its file', () => {
  const withCalendar = { ...facts, organisation: { ...organisation, derived } };
  const fileOf = (target: Facts['target']) => decideAccess({ ...withCalendar, target });
  expect(fileOf({ resource: 'calendar' })).toEqual({ granted: true, organisationId, file: calendar });
  expect(fileOf({ resource: 'week', week: '2026-W36' })).toEqual({ granted: true, organisationId, file: week });
});

test('a grant of a day names its pack, and one of a slice the pack of its week', () => {
  const withCalendar = { ...facts, organisation: { ...organisation, derived, days } };
  expect(decideAccess({ ...withCalendar, target: targets.day })).toEqual({
    granted: true,
    organisationId,
    day,
    pack: days.pack,
  });
  for (const name of ['slice', 'slice of nobody'] as const)
    expect(decideAccess({ ...withCalendar, target: targets[name] })).toEqual({
      granted: true,
      organisationId,
      indexed: slices,
      named: targets[name],
    });
});

test('a grant of what changed, and of one change, names the pack', () => {
  for (const name of ['changes', 'change', 'no such change'] as const)
    expect(decideAccess({ ...facts, organisation: { ...organisation, changes }, target: targets[name] })).toEqual({
      granted: true,
      organisationId,
      indexed: changes.pack,
      named: targets[name],
    });
});

test('days without a calendar beside them are those of a calendar that is about to be published', () => {
  const onlyDays = { ...facts, organisation: { ...organisation, days } };
  expect(outcomeOf({ ...onlyDays, target: targets.day }).status).toBe(200);
  expect(outcomeOf({ ...onlyDays, target: targets.slice }).code).toBe('CALENDAR_NOT_FOUND');
});

test.each(['constructor', '__proto__', 'toString'])('a day or slice of %s does not reach Object.prototype', (name) => {
  const withCalendar = { ...facts, organisation: { ...organisation, derived, days } };
  const codeOf = (target: Facts['target']) => outcomeOf({ ...withCalendar, target }).code;
  expect(codeOf({ resource: 'day', date: name })).toBe('DAY_NOT_FOUND');
  expect(codeOf({ resource: 'slice', week: name, kind: 'class', entityId: '7A' })).toBe('WEEK_NOT_FOUND');
});

test.each(['constructor', '__proto__', 'toString'])('a week of %s does not reach Object.prototype: 404', (name) => {
  const target = { resource: 'week', week: name } as const;
  expect(outcomeOf({ ...facts, organisation: { ...organisation, derived }, target }).code).toBe('WEEK_NOT_FOUND');
});

test.each(['constructor', '__proto__', 'toString'])(
  'a version id of %s does not reach Object.prototype: 404',
  (versionId) => {
    expect(outcomeOf({ ...facts, target: { resource: 'timetable', versionId } }).status).toBe(404);
  },
);

test('an unreadable expiry date counts as expired', () => {
  expect(outcomeOf({ ...facts, key: { ...key, expiresAt: 'soon' } }).message).toBe('API key has expired');
});

test('an unknown access state is refused like a suspended one', () => {
  const unheardOf = { ...access, state: 'frozen' } as unknown as AccessRecord; // as a damaged record would have it
  expect(outcomeOf({ ...facts, organisation: { ...organisation, access: unheardOf } }).code).toBe('ACCOUNT_SUSPENDED');
});

test.each([key, null])('with access never published, any key ends in an error that names the organisation', (known) => {
  const unpublished = { ...organisation, access: null };
  expect(() => decideAccess({ ...facts, key: known, organisation: unpublished })).toThrow(
    /organisation north has no access/,
  );
});

const targets: Record<Situation['target'], Facts['target']> = {
  list: { resource: 'list' },
  timetable: { resource: 'timetable', versionId: 'v1' },
  draft: { resource: 'timetable', versionId: 'draft' },
  'no such version': { resource: 'timetable', versionId: 'v2' },
  'version of another organisation': { resource: 'timetable', versionId: 'other' },
  calendar: { resource: 'calendar' },
  week: { resource: 'week', week: '2026-W36' },
  'no such week': { resource: 'week', week: '2026-W48' },
  'no week at all': { resource: 'week', week: 'latest' },
  day: { resource: 'day', date: '2026-09-01' },
  'no such day': { resource: 'day', date: '2026-09-02' },
  'no day at all': { resource: 'day', date: 'today' },
  slice: { resource: 'slice', week: '2026-W36', kind: 'class', entityId: '7A' },
  'slice of no such week': { resource: 'slice', week: '2026-W48', kind: 'class', entityId: '7A' },
  changes: { resource: 'changes' },
  change: { resource: 'change', id: 'one' },
  'no such change': { resource: 'change', id: 'two' },
  'slice of nobody': { resource: 'slice', week: '2026-W36', kind: 'class', entityId: '7B' },
  'unknown path': { resource: 'unknown' },
};

function factsOf(situation: Situation): Facts {
  const { credential, access: state, apiEnabled, revoked, sees, expiry, target, method, documents } = situation;
  const shown = { published: organisation.pointer, 'by an earlier release': pointer, 'none yet': null };
  const ofCalendar = {
    published: { derived, days },
    'by an earlier release': { derived: earlierDerived },
    none: {},
  }[situation.calendar];
  const expiresAt = expiries[expiry];
  const locked = state !== 'active' && state !== 'suspended';
  return {
    token: ['none', 'other scheme', 'scheme alone'].includes(credential) ? null : 'belfry_x',
    organisation: ['never issued', 'issued'].includes(credential)
      ? {
          ...organisation,
          access: { ...access, apiEnabled, state: locked ? 'locked' : state, lockedBecause: locked ? state : null },
          pointer: shown[documents],
          ...(documents === 'published' && { changes }),
          ...ofCalendar,
        }
      : null,
    key:
      credential === 'issued'
        ? {
            ...{ ...key, revoked, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() },
            ...(sees === 'published only' && { publishedOnly: true }),
          }
        : null,
    now,
    target: targets[target],
    method,
  };
}

/** The answer that a caller gets: 200, the refusal, or a 500 when deciding throws. */
function outcomeOf(known: Facts): Outcome {
  try {
    const decision = decideAccess(known);
    if (decision.granted) return { status: 200, code: null, message: null };
    const { refusal } = decision;
    const message = refusal.status === 402 ? refusal.error : refusal.message;
    return { status: refusal.status, code: refusal.code, message };
  } catch {
    const { status, code, message } = refusals.internalError;
    return { status, code, message };
  }
}
