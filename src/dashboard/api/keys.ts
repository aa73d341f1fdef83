// The API keys of an organisation: listed, created, changed, rotated and revoked. A key is shown once.

import { changeKey } from '../../control/keys/change-key.ts';
import { createKey } from '../../control/keys/create-key.ts';
import { type ListedKey, listKeys, readListedKey } from '../../control/keys/list-keys.ts';
import { revokeKey } from '../../control/keys/revoke-key.ts';
import { mostOverlapSeconds, rotateKey } from '../../control/keys/rotate-key.ts';
import { readOrganisation } from '../../control/organisations/list-organisations.ts';
import type { Context } from '../context.ts';
import { component, type Declared, listOf, momentOf, organisationOf, pageOf, pageQuery, textIn } from './call.ts';
import { assertState, preconditionOf } from './preferences.ts';

const tag = 'Keys';
const name = { type: 'string', minLength: 1, maxLength: 4096 };
const publishedOnly = { type: 'boolean', description: 'Whether the key sees published versions only, not drafts.' };
const expiresAt = { type: ['string', 'null'], maxLength: 64, description: 'ISO 8601, in the future; null for never.' };

const shown = ({ lastUsedAt }: Pick<Context, 'lastUsedAt'>, key: ListedKey) => ({
  ...stateOf(key),
  lastUsedAt: lastUsedAt(key.id),
});

/** What of a key is changed by people, and so makes its ETag: its last use does not. */
const stateOf = ({ id, name, createdAt, createdBy, expiresAt, revokedAt, revokedBy, publishedOnly }: ListedKey) => ({
  ...{ id, name, publishedOnly, createdAt: momentOf(createdAt), createdBy },
  ...{ expiresAt: momentOf(expiresAt), revokedAt: momentOf(revokedAt), revokedBy },
});

export const keyCalls: readonly Declared[] = [
  {
    call: 'GET /organisations/{id}/keys',
    operationId: 'listKeys',
    tag,
    summary: 'List the keys of an organisation, the oldest first',
    query: pageQuery,
    answers: { 200: { description: 'A page of them, without what is secret.', schema: listOf('Key') } },
    async carryOut(asked) {
      const { database } = asked.operator.open;
      await readOrganisation(database, organisationOf(asked));
      const { items, next } = await listKeys(database, organisationOf(asked), pageOf(asked));
      return { status: 200, body: { items: items.map((key) => shown(asked.context, key)), next } };
    },
  },
  {
    call: 'POST /organisations/{id}/keys',
    operationId: 'createKey',
    tag,
    summary: 'Create a key, which is shown this once; servers know it when this returns',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: { name, expiresAt, publishedOnly },
    },
    answers: { 201: { description: 'The key.', schema: component('CreatedKey') } },
    async carryOut(asked) {
      const { operator, context, body } = asked;
      const organisationId = organisationOf(asked);
      const wanted = {
        ...{ organisationId, name: textIn(body, 'name') ?? '', expiresAt: textIn(body, 'expiresAt') ?? null },
        publishedOnly: Reflect.get(Object(body), 'publishedOnly') === true,
      };
      const { id, key } = await createKey(operator, context.secrets, wanted);
      const listed = await readListedKey(operator.open.database, organisationId, id);
      const { name, publishedOnly } = listed;
      const kept = { id, key: null, name, expiresAt: momentOf(listed.expiresAt), publishedOnly };
      const location = `/control/v1/organisations/${organisationId}/keys`;
      return { status: 201, body: { ...kept, key }, kept, headers: { location }, state: stateOf(listed) };
    },
  },
  {
    call: 'PATCH /organisations/{id}/keys/{keyId}',
    operationId: 'changeKey',
    tag,
    summary: 'Change the name or the expiry of a key',
    takes: { ifMatch: true },
    body: { type: 'object', additionalProperties: false, minProperties: 1, properties: { name, expiresAt } },
    answers: { 200: { description: 'The key, without what is secret.', schema: component('Key') } },
    async carryOut(asked) {
      const { operator, context, body, params, request } = asked;
      const precondition = preconditionOf(request);
      const name = textIn(body, 'name');
      const change = {
        ...(name === undefined ? {} : { name }),
        ...('expiresAt' in Object(body) ? { expiresAt: textIn(body, 'expiresAt') ?? null } : {}),
      };
      const key = await changeKey(operator, organisationOf(asked), params['keyId'] ?? '', change, (before) =>
        assertState(precondition, stateOf(before)),
      );
      return { status: 200, body: shown(context, key), state: stateOf(key) };
    },
  },
  {
    call: 'DELETE /organisations/{id}/keys/{keyId}',
    operationId: 'revokeKey',
    tag,
    summary: 'Revoke a key; servers refuse it when this returns',
    isUrgent: true,
    answers: { 204: { description: 'It is revoked.', schema: null } },
    async carryOut(asked) {
      await revokeKey(asked.operator, asked.params['keyId'] ?? '', organisationOf(asked));
      return { status: 204 };
    },
  },
  {
    call: 'POST /organisations/{id}/keys/{keyId}/rotate',
    operationId: 'rotateKey',
    tag,
    summary: 'Create a key in place of this one, which expires after the overlap',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['overlapSeconds'],
      properties: { overlapSeconds: { type: 'integer', minimum: 0, maximum: mostOverlapSeconds } },
    },
    answers: { 201: { description: 'The new key, shown this once.', schema: component('RotatedKey') } },
    async carryOut(asked) {
      const { operator, context, body, params } = asked;
      const overlapSeconds = Number(Reflect.get(Object(body), 'overlapSeconds'));
      const keyId = params['keyId'] ?? '';
      const rotated = await rotateKey(operator, context.secrets, organisationOf(asked), keyId, { overlapSeconds });
      return { status: 201, body: rotated, kept: { ...rotated, key: null } };
    },
  },
];
