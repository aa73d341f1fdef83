// What the control API answers, as far as the page reads it. Every name and message in it may have been written by anybody, so
// it is only ever shown as text.

import type { VersionOnCalendar } from '../../calendar/assemble-calendar.ts';
import type { Calendar, Timetable } from '../../contract/types.generated.ts';

type Role = 'operator' | 'manager' | 'viewer';
/** @property organisationId null where the token is bound to no organisation */
export type Me = { id: string; name: string; role: Role; organisationId: string | null };

export type Listed<Item> = { items: Item[]; next: string | null };

/** Whom readers see of the teachers in changes of days. */
export type ShownTeachers = 'all' | 'substitute' | 'none';

/** @property access such as `active`, `locked:trial_ended` or `suspended` */
export type Organisation = {
  id: string;
  name: string;
  access: string;
  api: boolean;
  /** Absent where an earlier release answers. */
  teachersInChanges?: Record<'keys' | 'links', ShownTeachers>;
  /** Of its calendar; null or absent where it has none, or nobody asked for this organisation alone. */
  timeZone?: string | null;
};

/** @property lagSeconds the age of its oldest change that waits, or null */
export type PublicationState = {
  isPublished: boolean;
  lagSeconds: number | null;
  withheldVersions: number;
  withheldLinks: number;
  /** Changes of days that are not applied. Absent where an earlier release answers. */
  orphanedChanges?: number;
  isFailing: boolean;
  isRolledBack: boolean;
};
export type ListedOrganisation = Organisation & { publication: PublicationState };

/** Moments are ISO 8601. */
export type ApiKey = {
  id: string;
  name: string;
  createdAt: string;
  createdBy: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  publishedOnly: boolean;
};
/** The whole key is absent in the answer to a repeated request. */
export type CreatedKey = { id: string; key?: string | null };

/** @property code and @property values: absent where an earlier release found it */
export type Finding = {
  path: string;
  message: string;
  row?: string | null;
  code?: string;
  values?: Record<string, string | number>;
};
type Withheld = { versionId: string; lastGoodIsServed: boolean; problems: Finding[]; more?: number };
type Warned = { versionId: string; warnings: Finding[] };

/** @property first some of them */
type WithheldLinks = { count: number; first: { linkId: string; kind: LinkKind; entityId: string }[] };

export type { Calendar };

/** The bell schedule of a published version. */
export type VersionBells = VersionOnCalendar;

/** Of one organisation, as `status` reports it. */
type OrganisationStatus = {
  organisationId: string;
  pointer: { generation: number; rolledBackTo: number | null; ageSeconds: number; versions: number } | null;
  withheld: Withheld[];
  warnings: Warned[];
  withheldLinks: WithheldLinks;
  orphanedChanges?: number;
  pending: { changes: number; ageSeconds: number };
  retries: { kind: string; failures: number; error: string; retryAt: string }[];
};

/** @property urgent the organisations that need attention, the most urgent first */
export type Status = {
  queue: { changes: number; organisations: number; lagSeconds: number };
  publisher: { ageSeconds: number; watching: boolean; silent: string | null } | null;
  totals: {
    organisations: number;
    published: number;
    withheldVersions: number;
    withheldLinks: number;
    orphanedChanges?: number;
    withheld: number;
    failing: number;
    attention: number;
  };
  urgent: OrganisationStatus[];
  /** Absent where an earlier release answers. @property overdueSeconds for how long nobody has sent what is due */
  webhooks?: { failing: { count: number; first: { organisationId: string }[] }; overdueSeconds: number };
};

/** @property served what readers get: the version as the database has it, an earlier state of it, or nothing */
export type ListedVersion = {
  id: string;
  name: string;
  /** Of the timetable that it is a version of. */
  groupId: string;
  versionNumber: number;
  versionName: string | null;
  status: 'draft' | 'published';
  isCurrent: boolean;
  effectiveFrom: number | null;
  effectiveTo: number | null;
  updatedAt: string;
  served: 'current' | 'earlier' | 'none';
  because: 'withheld' | 'waiting' | 'rolled back' | null;
};

/** A version that was changed. */
export type StoredVersion = { version: Omit<ListedVersion, 'served' | 'because'> };

/** A kept generation. @property timetables what it shows of each version; absent where the API does not say */
export type Generation = {
  generation: number;
  publishedAt: string;
  versions: number;
  timetables?: { id: string; hash: string }[];
};

type KeptVersion = { id: string; name: string; versionNumber: number };
/** What keeping the state that is shown changes of what is stored. */
export type KeptShown = { restored: KeptVersion[]; deleted: KeptVersion[] };

/** @property generation null where nothing was published; @property lag seconds that the oldest change has waited */
export type Publication = {
  generation: number | null;
  publishedAt: string | null;
  rolledBackTo: number | null;
  versions: number;
  timetables?: Generation['timetables'];
  pending: number;
  lag: number;
  withheld: Withheld[];
  warnings: Warned[];
  withheldLinks: WithheldLinks;
  orphanedChanges?: number;
  failing: { kind: string; failures: number; error: string; retryAt: string }[];
  history: Generation[];
};

export type LinkKind = 'class' | 'teacher' | 'room' | 'student';
export type Link = {
  linkId: string;
  kind: LinkKind;
  entityId: string;
  /** Null when it was deleted. */
  entityName: string | null;
  name: string | null;
  /** Whether feeds show lessons that do not take place. */
  cancelled: 'show' | 'hide';
  createdAt: string;
  createdBy: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  endedAt: string | null;
};
/** The token is absent in the answer to a repeated request. */
export type CreatedLink = {
  linkId: string;
  token?: string | null;
  kind: LinkKind;
  entityId: string;
  /** Null when it was deleted. */
  entityName: string | null;
  name: string | null;
  expiresAt: string | null;
};
/** One link, or many with how many existed already. */
export type CreatedLinks = CreatedLink | { links: CreatedLink[]; skipped: number };

/** What became of a school's files, or would become of them. */
export type ImportOutcome = {
  outcome: 'imported' | 'published' | 'unchanged' | 'different' | 'nearly empty' | 'refused' | 'not converted';
  report: ConversionReport;
  timetable?: { id: string; name: string; status: string };
  /** As it would be stored. */
  document?: Timetable;
  changes?: LessonChanges | null;
  before?: string | null;
  teachers?: number;
  known?: number;
  placed?: number;
  placedBefore?: number;
  problems?: Finding[];
};
/** What only a person can say about a file. @property chosen what it was read with */
export type Question =
  | { about: 'bells'; periods: string[] }
  | { about: 'firstDay'; chosen: number | null }
  | { about: 'term' | 'week'; names: string[]; chosen: number | null }
  | { about: 'students'; count: number; chosen: boolean };
export type ConversionReport = {
  /** `belfry` is a timetable in Belfry's own form. */
  format: 'asc' | 'untis' | 'fet' | 'belfry' | null;
  read: Record<string, number>;
  made: Record<string, number> | null;
  /** `why` is missing where a timetable has no place for it. */
  losses: { code?: string; values?: { name: string }; what: string; count: number; why?: string }[];
  rules: { rule: string; severity: 'error' | 'warning' | 'info'; count: number }[];
  findings: {
    rule: string;
    place: { file: string; line?: number; row?: number; element?: string };
    message: string;
    values?: { name: string };
  }[];
  /** Absent where an earlier release answers. */
  questions?: Question[];
};
type ChangedLessons = { count: number };
/** Against the version before, by kind. */
export type LessonChanges = Partial<
  Record<'added' | 'gone' | 'moved' | 'otherTeacher' | 'otherRoom' | 'otherwise', ChangedLessons>
>;

/** @property via `sql`, `command`, `api` or `page`; @property actor for whom a program acts */
export type AuditEntry = {
  id: string | number;
  at: string;
  organisationId: string | null;
  resource: string;
  action: string;
  subject: string | null;
  by: string | null;
  via: 'sql' | 'command' | 'api' | 'page';
  /** Of what it is about; null for what has none. */
  name: string | null;
  from: string | null;
  old: Record<string, unknown> | null;
  new: Record<string, unknown> | null;
};
