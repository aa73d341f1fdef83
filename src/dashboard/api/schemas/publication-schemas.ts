// The shapes of what is published, of a build or a rollback, and of the state of all.

import type { Schema } from '../call.ts';
import {
  anything,
  count,
  countOrNull,
  linkKinds,
  listOf,
  object,
  of,
  retries,
  text,
  textOrNull,
  yes,
} from './basic-schemas.ts';

const orphaned = {
  ...count,
  description: 'Changes of days that are kept and not applied, since their lessons are gone.',
};

export const publicationSchemas: Readonly<Record<string, Schema>> = {
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
    orphanedChanges: orphaned,
    failing: retries,
    history: listOf(of('Generation')),
  }),
  KeptVersion: object({ id: text, name: text, versionNumber: { type: 'number' } }),
  KeptShown: object({
    generation: { ...count, description: 'What readers get, which stays.' },
    restored: { ...listOf(of('KeptVersion')), description: 'Stored again as they are shown.' },
    deleted: { ...listOf(of('KeptVersion')), description: 'Those that are not shown.' },
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
    orphanedChanges: orphaned,
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
    webhooks: {
      ...object({
        failing: object({ count, first: listOf(object({ organisationId: text, webhookId: text })) }),
        overdueSeconds: { type: 'number' },
      }),
      description: 'Receivers that are not there, and for how long nobody has sent what is due.',
    },
    totals: object({
      organisations: count,
      published: count,
      withheldVersions: count,
      withheldLinks: count,
      orphanedChanges: orphaned,
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
};
