// The calendar of an organisation: read, replaced and removed as a whole.

import { noCalendar, removeCalendar, replaceCalendar } from '../../control/calendars/change-calendar.ts';
import { readOrganisation } from '../../control/organisations/list-organisations.ts';
import { readCalendar } from '../../database/calendar/read-calendar.ts';
import { readSchedules } from '../../database/calendar/read-schedules.ts';
import { refuseCall, unreadableBody } from '../answers/refuse-call.ts';
import { component, type Declared, organisationOf } from './call.ts';
import { assertState, preconditionOf } from './preferences.ts';

const tag = 'Calendar';
const one = { description: 'The calendar.', schema: component('Calendar') };

export const calendarCalls: readonly Declared[] = [
  {
    call: 'GET /organisations/{id}/calendar',
    operationId: 'getCalendar',
    tag,
    summary: 'Get the calendar',
    answers: { 200: one },
    async carryOut(asked) {
      const { database } = asked.operator.open;
      const id = organisationOf(asked);
      await readOrganisation(database, id);
      const state = await readCalendar(database, id);
      if (state === null) throw noCalendar(id);
      return { status: 200, body: state, state };
    },
  },
  {
    call: 'GET /organisations/{id}/bells',
    operationId: 'listBells',
    tag,
    summary: 'List the bell schedules of the published versions, by which a calendar is read: weeks, days and periods',
    answers: {
      200: {
        description: 'Of at most 200 versions, the newest first.',
        schema: {
          type: 'object',
          required: ['items'],
          additionalProperties: false,
          properties: { items: { type: 'array', items: component('VersionBells') } },
        },
      },
    },
    async carryOut(asked) {
      const { database } = asked.operator.open;
      const id = organisationOf(asked);
      await readOrganisation(database, id);
      const versions = await readSchedules(database, id);
      return { status: 200, body: { items: versions.map(({ bellSchedules: _, classes: __, ...version }) => version) } };
    },
  },
  {
    call: 'PUT /organisations/{id}/calendar',
    operationId: 'putCalendar',
    tag,
    summary: 'Store a calendar in place of the present one; nothing is stored if anything is wrong',
    takes: { ifMatch: true },
    body: component('Calendar'),
    bodyIsDocument: true,
    answers: { 200: { ...one, description: 'The calendar, as it is stored.' } },
    async carryOut(asked) {
      const { operator, request, body } = asked;
      const { validate } = operator.publisher;
      const id = organisationOf(asked);
      const precondition = preconditionOf(request);
      const bytes = body instanceof Uint8Array ? body : new Uint8Array();
      const stored = await replaceCalendar(operator, validate, id, bytes, (before) =>
        assertState(precondition, before),
      );
      if (stored.outcome === 'unreadable') throw refuseCall(unreadableBody(stored.reason));
      if (stored.outcome === 'refused')
        throw refuseCall({
          problem: 'invalid',
          detail: 'The calendar cannot be followed, and nothing of it was stored.',
          errors: stored.problems,
        });
      const state = await readCalendar(operator.open.database, id);
      return { status: 200, body: state, state };
    },
  },
  {
    call: 'DELETE /organisations/{id}/calendar',
    operationId: 'deleteCalendar',
    tag,
    summary: 'Remove the calendar',
    takes: { ifMatch: true },
    answers: { 204: { description: 'It is removed.', schema: null } },
    async carryOut(asked) {
      const { operator, request } = asked;
      const id = organisationOf(asked);
      const precondition = preconditionOf(request);
      await removeCalendar(operator, id, (before) => assertState(precondition, before));
      return { status: 204 };
    },
  },
];
