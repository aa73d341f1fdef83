// The shapes of what the control API answers, by the names that generated clients give their types.

import type { TimetableVersionSummary } from '../../contract/types.generated.ts';
import type { Schema } from './call.ts';
import {
  anything,
  anythingOrNull,
  count,
  countOrNull,
  linkKinds,
  listOf,
  moment,
  momentOrNull,
  object,
  of,
  text,
  textOrNull,
  yes,
} from './schemas/basic-schemas.ts';
import { coded } from './schemas/coded.ts';
import { candidates, daySchemas } from './schemas/day-schemas.ts';
import { publicationSchemas } from './schemas/publication-schemas.ts';
import { reportSchemas } from './schemas/report-schemas.ts';
import { webhookSchemas } from './schemas/webhook-schemas.ts';

export const accessStates = ['active', 'locked:trial_ended', 'locked:plan_ended', 'locked:payment_failed', 'suspended'];

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
const entityName = { ...textOrNull, description: 'The name of the class, teacher, room or student.' };

export const shownTeachers = {
  type: 'string',
  enum: ['all', 'substitute', 'none'],
  description: 'all; substitute: the new ones, but not who is replaced; or none.',
};
const organisation = {
  ...{ id: text, name: text, access: { type: 'string', enum: accessStates }, api: yes },
  teachersInChanges: {
    ...object({ keys: shownTeachers, links: shownTeachers }),
    description: 'Whom readers see of the teachers in changes of days: those with keys, and those with links.',
  },
};

const timeZone = {
  ...textOrNull,
  description: 'Of its calendar; null without one. Absent where the organisation is created or changed.',
};

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
} satisfies Record<keyof TimetableVersionSummary, Schema>;

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
      nearlyEmpty: of('NearlyEmpty'),
    },
    ['errors', 'report', 'nearlyEmpty'],
  ),
  FieldError: object(
    {
      path: { type: 'string', description: 'A JSONPath into the body, such as $.name.' },
      message: text,
      candidates,
      ...coded,
    },
    ['candidates', 'code', 'values'],
  ),
  NearlyEmpty: object({
    placed: { ...count, description: 'Lesson units that have a time.' },
    placedBefore: { ...count, description: 'Those of the version that would end.' },
    before: { ...text, description: 'The version that would end.' },
  }),
  Me: object({
    ...{ id: text, name: text, organisationId: textOrNull },
    role: { type: 'string', enum: ['operator', 'manager', 'viewer'] },
  }),
  Organisation: object({ ...organisation, timeZone }, ['timeZone']),
  ListedOrganisation: object({ ...organisation, publication: of('PublicationState') }, ['publication']),
  PublicationState: object({
    isPublished: yes,
    lagSeconds: {
      type: ['number', 'null'],
      description: 'The age of its oldest change that waits; null when none does.',
    },
    withheldVersions: count,
    withheldLinks: count,
    orphanedChanges: count,
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
    cancelled: { enum: ['show', 'hide'], description: 'Whether its feed shows lessons that do not take place.' },
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
  Entity: object({ kind: { type: 'string', enum: linkKinds }, entityId: text, name: text }),
  VersionBells: object({ ...version, bellSchedule: { ...anything, description: 'As the timetable has it.' } }),
  ...daySchemas,
  Finding: object({ path: text, message: text, row: textOrNull, ...coded }, ['row', 'code', 'values']),
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
      report: of('ConversionReport'),
      timetable: object({ id: text, name: text, status: text, versionNumber: { type: 'number' } }),
      document: { ...of('Timetable'), description: 'With `document=true`: the `data` of Get Timetable.' },
      changes: {
        oneOf: [of('LessonChanges'), { type: 'null' }],
        description: 'Against the version before.',
      },
      before: textOrNull,
      ...{ teachers: count, known: count, placed: count, placedBefore: count },
      problems: listOf(of('FieldError')),
    },
    ['timetable', 'document', 'changes', 'before', 'teachers', 'known', 'placed', 'placedBefore', 'problems'],
  ),
  ...reportSchemas,
  ...publicationSchemas,
  ...webhookSchemas,
  AuditEntry: object({
    id: text,
    at: moment,
    organisationId: textOrNull,
    resource: text,
    action: text,
    subject: textOrNull,
    name: { ...textOrNull, description: 'Of what it is about, as it is called now; null for what has no name.' },
    by: { ...textOrNull, description: 'Who acted, and the user of the database if it is not the dashboard’s own.' },
    via: { type: 'string', enum: ['sql', 'command', 'api', 'page'] },
    from: textOrNull,
    adminId: textOrNull,
    databaseUser: text,
    old: anythingOrNull,
    new: anythingOrNull,
  }),
};
