// What the control API takes and answers, from its description. Every name and message in it may have been written by anybody, so it
// is only ever shown as text.

import type { VersionOnCalendar } from '../../calendar/assemble-calendar.ts';
import type {
  CancelledLesson,
  DatedLesson,
  DayChanges,
  NamedEntity,
  Participant,
} from '../../contract/types.generated.ts';
import type { components, methods, operations } from './control.generated.ts';

/** A call, by its name in the description. */
export type Operation = keyof methods;
/** Those that change nothing. */
export type Reading = { [Name in Operation]: methods[Name] extends 'GET' ? Name : never }[Operation];

type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : null;
type Responses<Name extends Operation> = operations[Name]['responses'];

/** What the description leaves to the contract. */
type OfContract = { listBells: { items: VersionBells[] }; getDay: ShownDay };

/** What a call answers where it is not refused. */
export type BodyOf<Name extends Operation> = Name extends keyof OfContract
  ? OfContract[Name]
  : Json<Responses<Name>[keyof Responses<Name>]>;
export type ItemOf<Name extends Operation> = BodyOf<Name> extends { items: (infer Item)[] } ? Item : never;
/** What a call takes as JSON. */
export type TakenBy<Name extends Operation> = Json<NonNullable<operations[Name]['requestBody']>>;

type Schemas = components['schemas'];
export type Listed<Item> = { items: Item[]; next: string | null };
export type Me = Schemas['Me'];
export type Organisation = Schemas['Organisation'];
export type ShownTeachers = Organisation['teachersInChanges']['keys'];
export type PublicationState = Schemas['PublicationState'];
export type ListedOrganisation = Schemas['ListedOrganisation'];
export type ApiKey = Schemas['Key'];
export type Finding = Schemas['Finding'];
export type Calendar = Schemas['Calendar'];
/** The bell schedule of a published version. */
export type VersionBells = VersionOnCalendar;
export type DayLesson = DatedLesson;
/** A day: what is stored for it, what of that is not applied, and what takes place; null without a calendar. */
export type ShownDay = Omit<Schemas['ShownDay'], 'changes' | 'notes' | 'absent' | 'day'> &
  Required<Pick<DayChanges, 'changes' | 'notes' | 'absent'>> & {
    day: {
      lessons: DayLesson[];
      cancelled: CancelledLesson[];
      notes: { text: string; classes: NamedEntity[] | null }[];
      absent: { classes: NamedEntity[]; rooms: Participant[] };
    } | null;
  };
export type Status = Schemas['Status'];
export type ListedVersion = Schemas['ListedVersion'];
export type Generation = Schemas['Generation'];
export type KeptShown = Schemas['KeptShown'];
export type Publication = Schemas['Publication'];
export type Link = Schemas['Link'];
export type LinkKind = Link['kind'];
export type CreatedLink = Schemas['CreatedLink'];
export type CreatedLinks = BodyOf<'createLinks'>;
export type ImportOutcome = Schemas['ImportReport'];
export type ConversionReport = Schemas['ConversionReport'];
export type Question = Schemas['Question'];
export type LessonChanges = Schemas['LessonChanges'];
export type AuditEntry = Schemas['AuditEntry'];
export type DayProblem = Schemas['FieldError'];
export type DayFileProblem = Schemas['DayFileProblem'];
export type DayFileAnswer = Schemas['DayFileReport'];
export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['WebhookDelivery'];
export type HookAnswer = Delivery['answers'][number];
