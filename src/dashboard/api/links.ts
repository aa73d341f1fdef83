// The links of an organisation: listed, created, for one or for all of a kind, and revoked. A token is shown once.

import { chooseLinkEntities } from '../../control/links/choose-link-entities.ts';
import { createLinks } from '../../control/links/create-links.ts';
import { listLinksPage } from '../../control/links/list-links-page.ts';
import { revokeLink } from '../../control/links/revoke-link.ts';
import { readOrganisation } from '../../control/organisations/list-organisations.ts';
import { cutToPage } from '../../control/paging.ts';
import { type LinkKind, listLinkEntities } from '../../database/link-entities.ts';
import { refuseCall } from '../answers/refuse-call.ts';
import { component, type Declared, listOf, momentOf, organisationOf, pageOf, pageQuery, textIn } from './call.ts';
import { linkKinds } from './schemas/basic-schemas.ts';

const tag = 'Links';

export const linkCalls: readonly Declared[] = [
  {
    call: 'GET /organisations/{id}/links',
    operationId: 'listLinks',
    tag,
    summary: 'List the links of an organisation, the oldest first or by name',
    query: {
      ...pageQuery,
      search: { type: 'string', maxLength: 200, description: 'A part of the name of whom it shows, or of its own.' },
      active: { type: 'boolean', default: false, description: 'Whether only those are listed that are valid now.' },
      order: { type: 'string', enum: ['time', 'name'], default: 'time', description: 'By name, 9C is before 10A.' },
    },
    answers: { 200: { description: 'A page of them, without what is secret.', schema: listOf('Link') } },
    async carryOut(asked) {
      const { database } = asked.operator.open;
      await readOrganisation(database, organisationOf(asked));
      const { query, context } = asked;
      const { items, next } = await listLinksPage(database, organisationOf(asked), pageOf(asked), {
        search: String(query['search'] ?? ''),
        now: query['active'] === true ? context.now() : null,
        isByName: query['order'] === 'name',
      });
      const shown = items.map(({ createdAt, expiresAt, revokedAt, endedAt, ...link }) => ({
        ...link,
        ...{ createdAt: momentOf(createdAt), expiresAt: momentOf(expiresAt) },
        ...{ revokedAt: momentOf(revokedAt), endedAt: momentOf(endedAt) },
      }));
      return { status: 200, body: { items: shown, next } };
    },
  },
  {
    call: 'GET /organisations/{id}/entities',
    operationId: 'listEntities',
    tag,
    summary:
      'List the classes, teachers, rooms or students that links may show: those of the published timetables, by name',
    query: {
      ...pageQuery,
      kind: { type: 'string', enum: linkKinds },
      search: { type: 'string', maxLength: 200, description: 'A part of the name.' },
      ofClass: { type: 'string', maxLength: 256, description: 'Of students: the entityId of the class they are in.' },
    },
    answers: { 200: { description: 'A page of them.', schema: listOf('Entity') } },
    async carryOut(asked) {
      const { database } = asked.operator.open;
      const id = organisationOf(asked);
      await readOrganisation(database, id);
      const { kind, search, ofClass } = asked.query;
      if (!isLinkKind(kind))
        throw refuseCall({ problem: 'invalid', detail: 'The query is not valid: kind is missing', errors: [] });
      const page = pageOf(asked);
      const found = await listLinkEntities(database, id, kind, {
        limit: page.limit + 1,
        after: page.after,
        search: String(search ?? ''),
        ofClass: typeof ofClass === 'string' ? ofClass : null,
      });
      const body = cutToPage(
        found,
        page,
        ({ entityId }) => entityId,
        (entity) => entity,
      );
      return { status: 200, body };
    },
  },
  {
    call: 'POST /organisations/{id}/links',
    operationId: 'createLinks',
    tag,
    summary: 'Create the link of one class, teacher, room or student, or of all of a kind that have none',
    description:
      'Either `kind` and `entityId`, or `allOf`; with `ofClass` the students of one class. The tokens are shown this once.',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        kind: { type: 'string', enum: linkKinds },
        entityId: { type: 'string', minLength: 1, maxLength: 256 },
        allOf: {
          type: 'array',
          minItems: 1,
          maxItems: 4,
          uniqueItems: true,
          items: { type: 'string', enum: linkKinds },
        },
        ofClass: {
          type: ['string', 'null'],
          maxLength: 256,
          description: 'With `allOf` students: the entityId of the class that they are in.',
        },
        name: { type: ['string', 'null'], maxLength: 4096 },
        expiresAt: { type: ['string', 'null'], maxLength: 64, description: 'ISO 8601, in the future; null for never.' },
        cancelled: {
          enum: ['show', 'hide'],
          default: 'show',
          description: 'Whether the feed shows lessons that do not take place, with a mark, or leaves them out.',
        },
      },
      dependentRequired: { kind: ['entityId'], entityId: ['kind'] },
    },
    answers: {
      201: {
        description: 'The link; with `allOf` the links.',
        schema: { oneOf: [component('CreatedLink'), component('CreatedLinks')] },
      },
    },
    async carryOut(asked) {
      const { operator, context, body } = asked;
      const organisationId = organisationOf(asked);
      const { database } = operator.open;
      await readOrganisation(database, organisationId);
      const choice = choiceIn(body);
      const { entities, skipped } = await chooseLinkEntities(database, organisationId, choice, context.now());
      const name = textIn(body, 'name') ?? null;
      const expiresAt = textIn(body, 'expiresAt') ?? null;
      const cancelled = textIn(body, 'cancelled') === 'hide' ? 'hide' : 'show';
      const asCreated = { organisationId, entities, name, expiresAt, cancelled } as const;
      const created = await createLinks(operator, context.secrets, asCreated);
      const links = created.map((link, index) => ({ ...link, entityName: entities[index]?.name ?? null }));
      const answer = (shown: readonly object[]) => ('one' in choice ? shown[0] : { links: shown, skipped });
      return { status: 201, body: answer(links), kept: answer(links.map((link) => ({ ...link, token: null }))) };
    },
  },
  {
    call: 'DELETE /organisations/{id}/links/{linkId}',
    operationId: 'revokeLink',
    tag,
    summary: 'Revoke a link; servers refuse it when this returns',
    isUrgent: true,
    answers: { 204: { description: 'It is revoked.', schema: null } },
    async carryOut(asked) {
      await revokeLink(asked.operator, asked.params['linkId'] ?? '', organisationOf(asked));
      return { status: 204 };
    },
  },
];

const kinds = ['class', 'teacher', 'room', 'student'] as const satisfies readonly LinkKind[];
const isLinkKind = (text: unknown): text is LinkKind => kinds.some((kind) => kind === text);

/** @throws a refusal of neither and of both */
function choiceIn(body: unknown): Parameters<typeof chooseLinkEntities>[2] {
  const [kind, entityId] = [textIn(body, 'kind'), textIn(body, 'entityId')];
  const all: unknown = Reflect.get(Object(body), 'allOf');
  const ofClass = textIn(body, 'ofClass') ?? null;
  const isOne = kind !== undefined && isLinkKind(kind) && entityId !== undefined;
  if (ofClass !== null && !(Array.isArray(all) && all.length === 1 && all[0] === 'student'))
    throw refuseChoice('$.ofClass', 'is for allOf students alone');
  if (isOne && all === undefined) return { one: { kind, entityId } };
  if (Array.isArray(all) && !isOne) return { allOf: all.filter(isLinkKind), ofClass };
  throw refuseChoice('$', 'must have either kind and entityId, or allOf');
}

const refuseChoice = (path: string, message: string) =>
  refuseCall({ problem: 'invalid', detail: `The body is not valid: ${path} ${message}`, errors: [{ path, message }] });
