// The shapes of what the control API answers, by the names that generated clients give their types.

import type { Schema } from './call.ts';

const object = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const moment = { type: 'string', format: 'date-time' };
const momentOrNull = { type: ['string', 'null'], format: 'date-time' };
const count = { type: 'integer', minimum: 0 };
const countOrNull = { type: ['integer', 'null'], minimum: 0 };
const yes = { type: 'boolean' };
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const of = (name: string): Schema => ({ $ref: `${name}#` });
const anything = { type: 'object', additionalProperties: true };
const anythingOrNull = { type: ['object', 'null'], additionalProperties: true };

export const accessStates = ['active', 'locked:trial_ended', 'locked:plan_ended', 'locked:payment_failed', 'suspended'];
export const linkKinds = ['class', 'teacher', 'room', 'student'];

const keyFields = {
  ...{ id: text, name: text },
  publishedOnly: { ...yes, description: 'Whether the key sees published versions only, not drafts.' },
  ...{ createdAt: momentOrNull, createdBy: textOrNull, expiresAt: momentOrNull },
  ...{ revokedAt: momentOrNull, revokedBy: textOrNull },
  lastUsedAt: { ...momentOrNull, description: 'To the minute, as far as the servers that run know; null for unknown.' },
};
const ofNewKey = { name: text, expiresAt: momentOrNull, publishedOnly: yes };
const secret = (what: string) => ({
  type: ['string', 'null'],
  description: `${what} Shown this once: null in the answer to a repeated request.`,
});
const retries = listOf(of('Retry'));
const entityName = { ...textOrNull, description: 'The name of the class, teacher, room or student.' };

const organisation = { id: text, name: text, access: { type: 'string', enum: accessStates }, api: yes };

/** What the list says of a version. */
const version = {
  id: text,
  name: text,
  groupId: text,
  versionNumber: { type: 'number' },
  versionName: textOrNull,
  status: { type: 'string', enum: ['draft', 'published'] },
  isCurrent: yes,
  publishedAt: textOrNull,
  effectiveFrom: countOrNull,
  effectiveTo: countOrNull,
  schedulingMode: text,
  createdAt: text,
  updatedAt: text,
};

export const schemas: Readonly<Record<string, Schema>> = {
  Problem: object(
    {
      type: { type: 'string', description: 'Such as urn:belfry:not-found.' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: { type: 'string', description: 'The id of the request, which is in the log.' },
      errors: listOf(of('FieldError')),
      report: { ...anything, description: 'Of an import: what was found in the file.' },
    },
    ['errors', 'report'],
  ),
  FieldError: object({
    path: { type: 'string', description: 'A JSONPath into the body, such as $.name.' },
    message: text,
  }),
  Me: object({
    ...{ id: text, name: text, organisationId: textOrNull },
    role: { type: 'string', enum: ['operator', 'manager', 'viewer'] },
  }),
  Organisation: object(organisation),
  ListedOrganisation: object({ ...organisation, publication: of('PublicationState') }, ['publication']),
  PublicationState: object({
    isPublished: yes,
    lagSeconds: {
      type: ['number', 'null'],
      description: 'The age of its oldest change that waits; null when none does.',
    },
    withheldVersions: count,
    withheldLinks: count,
    isFailing: yes,
    isRolledBack: yes,
  }),
  Key: object(keyFields),
  CreatedKey: object({ id: text, key: secret('The API key.'), ...ofNewKey }),
  RotatedKey: object({
    ...{ id: text, key: secret('The new API key.'), ...ofNewKey },
    former: object({ id: text, expiresAt: moment }),
  }),
  Link: object({
    linkId: text,
    kind: { type: 'string', enum: linkKinds },
    entityId: text,
    entityName,
    name: textOrNull,
    ...{ createdAt: momentOrNull, createdBy: textOrNull, expiresAt: momentOrNull },
    ...{ revokedAt: momentOrNull, revokedBy: textOrNull, endedAt: momentOrNull },
  }),
  CreatedLink: object({
    linkId: text,
    token: secret('The token of the link.'),
    kind: { type: 'string', enum: linkKinds },
    entityId: text,
    entityName,
    name: textOrNull,
    expiresAt: momentOrNull,
  }),
  CreatedLinks: object({ links: listOf(of('CreatedLink')), skipped: count }),
  Finding: object({ path: text, message: text, row: textOrNull }, ['row']),
  WithheldVersion: object({ versionId: text, lastGoodIsServed: yes, problems: listOf(of('Finding')), more: count }, [
    'more',
  ]),
  VersionWarnings: object({ versionId: text, warnings: listOf(of('Finding')) }),
  Retry: object({ kind: text, failures: count, error: text, retryAt: textOrNull }),
  Version: object(version),
  ListedVersion: object({
    ...version,
    served: { type: 'string', enum: ['current', 'earlier', 'none'] },
    because: { type: ['string', 'null'], enum: ['withheld', 'waiting', 'rolled back', null] },
  }),
  StoredVersion: object({
    outcome: { type: 'string', enum: ['created', 'replaced', 'unchanged'] },
    version: of('Version'),
  }),
  ImportReport: object(
    {
      outcome: {
        type: 'string',
        enum: ['imported', 'published', 'unchanged', 'different', 'nearly empty', 'refused', 'not converted'],
      },
      isDryRun: yes,
      files: listOf(text),
      report: { ...anything, description: 'What was read, made, lost and found, as `convert --json` reports it.' },
      timetable: object({ id: text, name: text, status: text, versionNumber: { type: 'number' } }),
      changes: {
        ...anythingOrNull,
        description: 'Against the version before: of each kind how many lessons, and the first of them.',
      },
      before: textOrNull,
      ...{ teachers: count, known: count, placed: count, placedBefore: count },
      problems: listOf(of('FieldError')),
    },
    ['timetable', 'changes', 'before', 'teachers', 'known', 'placed', 'placedBefore', 'problems'],
  ),
  ShownVersion: object({ id: text, hash: { type: 'string', description: 'The same for the same content.' } }),
  Generation: object({
    generation: count,
    publishedAt: text,
    versions: count,
    timetables: listOf(of('ShownVersion')),
  }),
  Publication: object({
    generation: countOrNull,
    publishedAt: textOrNull,
    rolledBackTo: countOrNull,
    versions: count,
    timetables: listOf(of('ShownVersion')),
    pending: count,
    lag: { type: 'number', description: 'Seconds that the oldest change has waited.' },
    withheld: listOf(of('WithheldVersion')),
    warnings: listOf(of('VersionWarnings')),
    withheldLinks: of('WithheldLinks'),
    failing: retries,
    history: listOf(of('Generation')),
  }),
  Run: object(
    {
      id: text,
      kind: { type: 'string', enum: ['build', 'rollback'] },
      state: { type: 'string', enum: ['running', 'done', 'failed'] },
      generation: countOrNull,
      rolledBackTo: countOrNull,
      withheld: listOf(of('WithheldVersion')),
      problem: of('Problem'),
    },
    ['withheld', 'problem'],
  ),
  WithheldLinks: object({
    count: { ...count, description: 'Links that show nothing, since what all show would take more than the limit.' },
    first: listOf(object({ linkId: text, kind: { type: 'string', enum: linkKinds }, entityId: text })),
  }),
  OrganisationStatus: object({
    organisationId: text,
    pointer: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['generation', 'rolledBackTo', 'ageSeconds', 'versions'],
      properties: { generation: count, rolledBackTo: countOrNull, ageSeconds: { type: 'number' }, versions: count },
    },
    withheld: listOf(of('WithheldVersion')),
    warnings: listOf(of('VersionWarnings')),
    links: count,
    withheldLinks: of('WithheldLinks'),
    pending: object({ changes: count, ageSeconds: { type: 'number' } }),
    retries,
  }),
  Status: object({
    queue: object({ changes: count, organisations: count, lagSeconds: { type: 'number' } }),
    publisher: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['ageSeconds', 'watching', 'silent'],
      properties: { ageSeconds: { type: 'number' }, watching: yes, silent: textOrNull },
    },
    held: anything,
    totals: object({
      organisations: count,
      published: count,
      withheldVersions: count,
      withheldLinks: count,
      withheld: count,
      failing: count,
      attention: count,
    }),
    urgent: listOf(of('OrganisationStatus')),
    silentServers: {
      ...listOf(object({ server: text, reason: text })),
      description: 'Servers that did not say when keys were last used.',
    },
  }),
  AuditEntry: object({
    id: text,
    at: moment,
    organisationId: textOrNull,
    resource: text,
    action: text,
    subject: textOrNull,
    by: { ...textOrNull, description: 'Who acted, and the user of the database if it is not the dashboard’s own.' },
    via: { type: 'string', enum: ['sql', 'command', 'api', 'page'] },
    from: textOrNull,
    adminId: textOrNull,
    databaseUser: text,
    old: anythingOrNull,
    new: anythingOrNull,
  }),
};
