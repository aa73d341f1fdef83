// Who may do what: a line for each call and each kind of admin, as the interface of the dashboard says.

import { describe, expect, test } from 'vitest';
import { type Call, decidePermission, maySee, type Permitted, permissions } from '../../src/dashboard/permissions.ts';

const admins = {
  operator: { role: 'operator', organisationId: null },
  manager: { role: 'manager', organisationId: 'north' },
  viewer: { role: 'viewer', organisationId: 'north' },
  'viewer of all': { role: 'viewer', organisationId: null },
} as const;

/** Of north, by each kind of admin in the order above: + allowed, - forbidden. */
const lines: readonly (readonly [Call, string])[] = [
  ['GET /me', '++++'],
  ['GET /organisations', '++++'],
  ['POST /organisations', '+---'],
  ['GET /organisations/{id}', '++++'],
  ['PATCH /organisations/{id}', '++--'],
  ['PATCH /organisations/{id} access', '+---'],
  ['DELETE /organisations/{id}', '+---'],
  ['GET /organisations/{id}/keys', '++++'],
  ['POST /organisations/{id}/keys', '++--'],
  ['PATCH /organisations/{id}/keys/{keyId}', '++--'],
  ['DELETE /organisations/{id}/keys/{keyId}', '++--'],
  ['POST /organisations/{id}/keys/{keyId}/rotate', '++--'],
  ['GET /organisations/{id}/links', '++++'],
  ['GET /organisations/{id}/entities', '++++'],
  ['POST /organisations/{id}/links', '++--'],
  ['DELETE /organisations/{id}/links/{linkId}', '++--'],
  ['GET /organisations/{id}/webhooks', '++++'],
  ['POST /organisations/{id}/webhooks', '++--'],
  ['PATCH /organisations/{id}/webhooks/{webhookId}', '++--'],
  ['DELETE /organisations/{id}/webhooks/{webhookId}', '++--'],
  ['POST /organisations/{id}/webhooks/{webhookId}/rotate', '++--'],
  ['POST /organisations/{id}/webhooks/{webhookId}/test', '++--'],
  ['GET /organisations/{id}/webhooks/{webhookId}/deliveries', '++++'],
  ['POST /organisations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/replay', '++--'],
  ['GET /organisations/{id}/calendar', '++++'],
  ['GET /organisations/{id}/bells', '++++'],
  ['PUT /organisations/{id}/calendar', '++--'],
  ['DELETE /organisations/{id}/calendar', '++--'],
  ['GET /organisations/{id}/days/{date}', '++++'],
  ['PUT /organisations/{id}/days/{date}', '++--'],
  ['PUT /organisations/{id}/days', '++--'],
  ['POST /organisations/{id}/days/imports', '++--'],
  ['GET /organisations/{id}/timetables', '++++'],
  ['GET /organisations/{id}/timetables/{versionId}', '++++'],
  ['PUT /organisations/{id}/timetables/{versionId}', '++--'],
  ['PATCH /organisations/{id}/timetables/{versionId}', '++--'],
  ['DELETE /organisations/{id}/timetables/{versionId}', '++--'],
  ['POST /organisations/{id}/timetables/{versionId}/publish', '++--'],
  ['POST /organisations/{id}/imports', '++--'],
  ['GET /organisations/{id}/publication', '++++'],
  ['POST /organisations/{id}/builds', '++--'],
  ['GET /organisations/{id}/builds/{buildId}', '++++'],
  ['POST /organisations/{id}/rollback', '++--'],
  ['POST /organisations/{id}/rollback/keep', '++--'],
  ['GET /status', '++++'],
  ['GET /audit', '++++'],
  ['GET /events', '++++'],
];

const isOfOrganisation = (call: Call) => call.includes('{id}');

test('there is a line for each call, and a call for each line', () => {
  expect(lines.map(([call]) => call)).toEqual(Object.keys(permissions));
});

describe.each(lines)('%s', (call, marks) => {
  test.each(Object.entries(admins).map(([who, admin], index) => [who, admin, marks[index]] as const))(
    'as %s',
    (_, admin, mark) => {
      const own: Permitted = mark === '+' ? 'allowed' : 'forbidden';
      expect(decidePermission(admin, call, isOfOrganisation(call) ? 'north' : null)).toBe(own);
      // Another organisation is not there, for changes and for readings, allowed or not.
      const other = isOfOrganisation(call) && admin.organisationId !== null ? 'hidden' : own;
      expect(decidePermission(admin, call, isOfOrganisation(call) ? 'south' : null)).toBe(other);
    },
  );
});

test('a call of an organisation that names none finds none, whoever calls', () => {
  for (const [call] of lines.filter(([each]) => isOfOrganisation(each)))
    for (const admin of Object.values(admins)) expect(decidePermission(admin, call, null)).toBe('hidden');
});

test('a manager without an organisation, which no row of the database is, changes nothing', () => {
  const nobody = { role: 'manager', organisationId: null } as const;
  const allowed = lines.filter(([call]) => decidePermission(nobody, call, 'north') === 'allowed').map(([call]) => call);
  expect(allowed.filter((call) => !call.startsWith('GET '))).toEqual([]);
});

test('what is of no organisation is shown to those of all alone', () => {
  expect(maySee({ organisationId: null }, null)).toBe(true);
  expect(maySee({ organisationId: 'north' }, null)).toBe(false);
  expect(maySee({ organisationId: 'north' }, 'north')).toBe(true);
  expect(maySee({ organisationId: 'north' }, 'south')).toBe(false);
});
