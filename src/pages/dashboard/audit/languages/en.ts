// The words of the audit in English.

import type { CatalogueOf } from '../../../ui/texts.ts';

export type AuditCatalogue = CatalogueOf<typeof audit>;

export const audit = {
  // What happened, by the resource and the action of the entry.
  auditOrganisationCreated: 'The organisation {name} was created',
  auditOrganisationChanged: 'The organisation {name} was changed',
  auditOrganisationDeleted: 'The organisation {name} was deleted',
  auditKeyCreated: 'The key {name} was created',
  auditKeyChanged: 'The key {name} was changed',
  auditKeyRevoked: 'The key {name} was revoked',
  auditKeyDeleted: 'The key {name} was deleted',
  auditLinkCreated: 'The link {name} was created',
  auditLinkChanged: 'The link {name} was changed',
  auditLinkRevoked: 'The link {name} was revoked',
  auditLinkDeleted: 'The link {name} was deleted',
  auditLinksCreated: {
    one: '{count} link was created',
    other: '{count} links were created',
  },
  auditLinksChanged: {
    one: '{count} link was changed',
    other: '{count} links were changed',
  },
  auditLinksRevoked: {
    one: '{count} link was revoked',
    other: '{count} links were revoked',
  },
  auditLinksDeleted: {
    one: '{count} link was deleted',
    other: '{count} links were deleted',
  },
  auditAdminCreated: '{name} got access to the dashboard',
  auditAdminChanged: 'The access of {name} to the dashboard was changed',
  auditAdminRevoked: 'The access of {name} to the dashboard was revoked',
  auditAdminDeleted: 'The access of {name} to the dashboard was deleted',
  auditCalendarCreated: 'The calendar of {name} was created',
  auditCalendarChanged: 'The calendar of {name} was changed',
  auditCalendarDeleted: 'The calendar of {name} was removed',
  auditDaysChanged: 'What is different on days of {name} was changed',
  auditTimetableCreated: 'The timetable {name} was stored',
  auditTimetableChanged: 'The timetable {name} was changed',
  auditTimetableImported: 'The timetable {name} was imported from a file',
  auditTimetablePublished: 'The timetable {name} was published',
  auditTimetableRenamed: 'The timetable {name} was renamed',
  auditTimetableDeleted: 'The timetable {name} was deleted',
  auditBuildStarted: 'Publishing of {name} was asked for',
  auditRollbackDone: 'Readers of {name} were given an earlier state again',
  auditRollbackKept: 'The earlier state of {name} was kept',
  auditGenerationForgotten: 'The earlier states of {name} were removed',
  auditSessionOpened: '{name} signed in',
  auditSessionClosed: '{name} signed out',
  auditSessionFailed: 'A sign-in failed',
  // By whom, and how.
  auditBy: 'by {name}',
  viaSql: 'in the database (SQL)',
  viaCommand: 'with a command',
  viaApi: 'with a program',
  viaPage: 'in the dashboard',
  // What is chosen of it.
  auditAbout: 'About',
  auditAll: 'everything',
  aboutOrganisation: 'organisations',
  aboutKey: 'keys',
  aboutLink: 'links',
  aboutAdmin: 'access to the dashboard',
  aboutCalendar: 'calendars',
  aboutDays: 'daily changes',
  aboutTimetable: 'timetables',
  aboutBuild: 'publishing',
  aboutRollback: 'rollbacks',
  aboutSession: 'sign-ins',
  auditWho: 'Done by',
  auditWhoHint: 'Part of the name is enough.',
} as const;
