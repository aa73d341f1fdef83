// Who asks, and the organisations: listed, created, changed and deleted.

import { parseOrganisationId } from '../../access/ids.ts';
import { readTimeZone } from '../../control/calendars/read-today.ts';
import { isAccessState } from '../../control/organisations/access-state.ts';
import { changeOrganisation, type OrganisationChange } from '../../control/organisations/change-organisation.ts';
import { createOrganisation } from '../../control/organisations/create-organisation.ts';
import { deleteOrganisation } from '../../control/organisations/delete-organisation.ts';
import { listOrganisations, readOrganisation } from '../../control/organisations/list-organisations.ts';
import type { TeachersInChanges } from '../../database/days/day-tables.ts';
import { RemovalHeldError } from '../../errors.ts';
import { refuseCall } from '../answers/refuse-call.ts';
import { component, type Declared, listOf, organisationOf, pageOf, pageQuery, textIn } from './call.ts';
import { assertPermitted } from './guard.ts';
import { assertState, preconditionOf } from './preferences.ts';
import { accessStates, shownTeachers } from './schemas.ts';

const tag = 'Organisations';
const name = { type: 'string', minLength: 1, maxLength: 4096 };
const access = { type: 'string', enum: accessStates };
const api = { type: 'boolean' };
const teachersInChanges = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: { keys: shownTeachers, links: shownTeachers },
};
const one = { description: 'The organisation.', schema: component('Organisation') };

export const organisationCalls: readonly Declared[] = [
  {
    call: 'GET /me',
    operationId: 'getMe',
    tag,
    summary: 'Say who the token is',
    answers: { 200: { description: 'Whose token it is.', schema: component('Me') } },
    async carryOut({ caller: { id, name, role, organisationId } }) {
      return { status: 200, body: { id, name, role, organisationId } };
    },
  },
  {
    call: 'GET /organisations',
    operationId: 'listOrganisations',
    tag,
    summary: 'List the organisations that the token may see, by id',
    query: {
      ...pageQuery,
      search: { type: 'string', maxLength: 200, description: 'A part of the id or the name.' },
      publication: { type: 'boolean', default: false, description: 'Whether each says how its publication goes.' },
    },
    answers: { 200: { description: 'A page of them.', schema: listOf('ListedOrganisation') } },
    async carryOut(asked) {
      const { query, operator, caller } = asked;
      const search = String(query['search'] ?? '');
      const cut = { search, only: caller.organisationId, withPublication: query['publication'] === true };
      return { status: 200, body: await listOrganisations(operator.open.database, pageOf(asked), cut) };
    },
  },
  {
    call: 'POST /organisations',
    operationId: 'createOrganisation',
    tag,
    summary: 'Create an organisation, active and with its API switched on if nothing else is said',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'name'],
      properties: {
        id: { type: 'string', pattern: '^[a-z0-9_-]{1,64}$', description: 'Lower-case letters, digits, "_" and "-".' },
        ...{ name, access, api },
      },
    },
    answers: { 201: { ...one, description: 'It is created and published.' } },
    async carryOut({ body, operator }) {
      const id = parseOrganisationId(textIn(body, 'id') ?? '');
      const { name, ...state } = changeIn(body);
      await createOrganisation(operator, id, name ?? '', state);
      const created = await readOrganisation(operator.open.database, id);
      return { status: 201, body: created, state: created, headers: { location: `/control/v1/organisations/${id}` } };
    },
  },
  {
    call: 'GET /organisations/{id}',
    operationId: 'getOrganisation',
    tag,
    summary: 'Get an organisation',
    answers: { 200: one },
    async carryOut(asked) {
      const { database } = asked.operator.open;
      const id = organisationOf(asked);
      const state = await readOrganisation(database, id);
      return { status: 200, body: { ...state, timeZone: await readTimeZone(database, id) }, state };
    },
  },
  {
    call: 'PATCH /organisations/{id}',
    operationId: 'changeOrganisation',
    tag,
    summary: 'Change the name or the access of an organisation, or whom readers see of the teachers in changes',
    isUrgent: true,
    description: 'Access and API are for operators. Servers see it when this returns.',
    takes: { ifMatch: true },
    body: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: { name, access, api, teachersInChanges },
    },
    answers: { 200: one },
    async carryOut(asked) {
      const { body, caller, operator, request } = asked;
      const id = organisationOf(asked);
      const change = changeIn(body);
      if (change.access !== undefined || change.api !== undefined)
        assertPermitted(caller, 'PATCH /organisations/{id} access', id);
      const precondition = preconditionOf(request);
      const state = await changeOrganisation(operator, id, change, (before) => assertState(precondition, before));
      return { status: 200, body: state, state };
    },
  },
  {
    call: 'DELETE /organisations/{id}',
    operationId: 'deleteOrganisation',
    tag,
    summary: 'Delete an organisation with all that belongs to it; there is no way back',
    takes: { ifMatch: true },
    query: { confirm: { type: 'string', maxLength: 100, description: 'Its id once more.' } },
    answers: { 204: { description: 'It is deleted, and nothing of it is published.', schema: null } },
    async carryOut(asked) {
      const { operator, query, request } = asked;
      const id = organisationOf(asked);
      await readOrganisation(operator.open.database, id);
      if (query['confirm'] !== id)
        throw refuseCall({
          problem: 'invalid',
          detail: 'Nothing was deleted. To delete the organisation, give its id once more as `confirm`.',
          errors: [{ path: 'query.confirm', message: `must be ${id}` }],
        });
      const precondition = preconditionOf(request);
      const outcome = await deleteOrganisation(operator, id, (before) => assertState(precondition, before));
      if (outcome === 'held')
        throw new RemovalHeldError(
          'it is deleted from the database, and its keys are refused, but its files stay until somebody approves their removal',
        );
      return { status: 204 };
    },
  },
];

/** What a body, which its schema has checked, says of an organisation. */
function changeIn(body: unknown): OrganisationChange {
  const [name, access, api] = [textIn(body, 'name'), textIn(body, 'access'), Reflect.get(Object(body), 'api')];
  const teachersInChanges: unknown = Reflect.get(Object(body), 'teachersInChanges');
  return {
    ...(name === undefined ? {} : { name }),
    ...(access !== undefined && isAccessState(access) ? { access } : {}),
    ...(typeof api === 'boolean' ? { api } : {}),
    ...(teachersInChanges === undefined ? {} : { teachersInChanges: shownIn(teachersInChanges) }),
  };
}

function shownIn(teachersInChanges: unknown): NonNullable<OrganisationChange['teachersInChanges']> {
  const [keys, links] = [textIn(teachersInChanges, 'keys'), textIn(teachersInChanges, 'links')];
  return { ...(isShownTeachers(keys) ? { keys } : {}), ...(isShownTeachers(links) ? { links } : {}) };
}

const isShownTeachers = (text: string | undefined): text is TeachersInChanges =>
  text === 'all' || text === 'substitute' || text === 'none';
