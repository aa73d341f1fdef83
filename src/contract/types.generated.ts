// Generated from schemas/ by `npm run generate-types`. Do not edit.

/**
 * 402: the organisation's access has ended. Here `error` is a string.
 */
export type AccessEndedResponse = {
code: ("ACCESS_EXPIRED" | "ACCOUNT_SUSPENDED")
access: ("locked" | "suspended")
lockedBecause: ("trial_ended" | "plan_ended" | "payment_failed" | null)
error: string
}
/**
 * The part of an organisation's record that its access is decided by.
 */
export type AccessRecord = {
state: ("active" | "locked" | "suspended")
lockedBecause: ("trial_ended" | "plan_ended" | "payment_failed" | null)
apiEnabled: boolean
/**
 * By the SHA-256 of the key: all that are not revoked, and the thousand that were revoked last.
 */
keys: {
[k: string]: KeyRecord
}
/**
 * The id of the database transaction that wrote it, or the revision of another source: no two writings have the same bytes, so a publisher that wakes up late finds that another has published meanwhile.
 */
fence?: number
}
/**
 * The full timetable: the data of Get Timetable.
 */
export type Timetable = {
/**
 * This version; what Get Timetable takes.
 */
id: string
/**
 * Timetable name, shared by all its versions; `Untitled` when none was given.
 */
name: string
/**
 * Shared by every version of the same timetable.
 */
groupId: string
/**
 * Increases with each new version.
 */
versionNumber: number
/**
 * Label of the version.
 */
versionName: (string | null)
/**
 * Only published timetables are meant to be shown to staff and students.
 */
status: ("draft" | "published")
/**
 * True for the version currently in use.
 */
isCurrent: boolean
/**
 * Moment of publication; null for a draft.
 */
publishedAt: (string | null)
/**
 * First day a published version applies; null for a draft.
 */
effectiveFrom: (number | null)
/**
 * Last day it applies; null means open-ended.
 */
effectiveTo: (number | null)
/**
 * Class-based or student-level.
 */
schedulingMode: ("standard" | "student-level")
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
createdAt: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
updatedAt: string
/**
 * Free text of the timetable.
 */
description: string
/**
 * An organisation's id: lower case, since it names a folder.
 */
orgId: string
bellSchedule: BellSchedule
/**
 * Every bell schedule the timetable uses, the default first.
 * 
 * @minItems 1
 */
bellSchedules: BellSchedule[]
teachers: Teacher[]
subjects: Subject[]
classes: Class[]
rooms: Room[]
roomGroups: RoomGroup[]
lessons: Lesson[]
lessonUnits: LessonUnit[]
students?: Student[]
courses?: Course[]
sections?: Section[]
/**
 * How sections were generated.
 */
sectionSettings?: {
[k: string]: unknown
}
}
export type LessonGroup = {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
id: string
name: (string | null)
/**
 * Items: The localId of a teacher, valid in this response only.
 */
teacherIds: string[]
/**
 * Items: The localId of a class, valid in this response only.
 */
classIds: string[]
/**
 * Items: The localId of what is taught: a subject, or a course in a student-level timetable.
 */
subjectIds: string[]
/**
 * Items: The localId of a student, valid in this response only.
 */
studentIds: string[]
/**
 * `all`: every room in roomIds at once; `any`: one room of roomCandidateIds or of the groups in roomGroupIds; `none`. What a mode does not use is empty, and roomVariation is null.
 */
roomMode: ("all" | "any" | "none")
/**
 * Items: The localId of a room, valid in this response only.
 */
roomIds: string[]
/**
 * Items: The localId of a room, valid in this response only.
 */
roomCandidateIds: string[]
/**
 * Items: The localId of a room group, valid in this response only.
 */
roomGroupIds: string[]
/**
 * Whether one room serves every occurrence (`same`) or the room may change (`vary`).
 */
roomVariation: ("same" | "vary" | null)
}
/**
 * One entry of List Timetables.
 */
export type TimetableVersionSummary = {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
id: string
/**
 * Timetable name, shared by all its versions; `Untitled` when none was given.
 */
name: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
groupId: string
/**
 * Increases with each new version.
 */
versionNumber: number
/**
 * Label of the version.
 */
versionName: (string | null)
/**
 * Only published timetables are meant to be shown to staff and students.
 */
status: ("draft" | "published")
/**
 * True for the version currently in use.
 */
isCurrent: boolean
/**
 * Moment of publication; null for a draft.
 */
publishedAt: (string | null)
/**
 * First day a published version applies; null for a draft.
 */
effectiveFrom: (number | null)
/**
 * Last day it applies; null means open-ended.
 */
effectiveTo: (number | null)
/**
 * Class-based or student-level.
 */
schedulingMode: ("standard" | "student-level")
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
createdAt: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
updatedAt: string
}

export interface Contract {
"access-ended-response"?: AccessEndedResponse
"access-record"?: AccessRecord
"bell-schedule"?: BellSchedule
class?: Class
course?: Course
"error-response"?: ErrorResponse
"get-timetable-response"?: GetTimetableResponse
"handle-record"?: HandleRecord
"key-record"?: KeyRecord
"lesson-unit"?: LessonUnit
lesson?: Lesson
"list-timetables-response"?: ListTimetablesResponse
"organisation-record"?: OrganisationRecord
pointer?: Pointer
problems?: Problems
publisher?: PublisherRecord
"room-group"?: RoomGroup
room?: Room
section?: Section
store?: StoreRecord
student?: Student
subject?: Subject
teacher?: Teacher
"timetable-list"?: TimetableList
"timetable-version-summary"?: TimetableVersionSummary
timetable?: Timetable
}
/**
 * What is known of a key, beside its SHA-256.
 */
export interface KeyRecord {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
keyId: string
/**
 * First moment at which the key is refused; null for never.
 */
expiresAt: (string | null)
revoked: boolean
}
/**
 * Days, periods and breaks. Other fields may exist here and in every part.
 */
export interface BellSchedule {
/**
 * The localId of a bell schedule, valid in this response only.
 */
id: string
name: string
/**
 * True for the schedule every class runs on unless it names another.
 */
isDefault: boolean
/**
 * `weekly`, or a cycle of cycleLength weeks.
 */
scheduleType: string
/**
 * Number of weeks in the cycle.
 */
cycleLength: number
days: BellScheduleDay[]
/**
 * Which periods and breaks apply on which days.
 */
dayConfigurations: DayConfiguration[]
[k: string]: unknown
}
export interface BellScheduleDay {
/**
 * What a lesson unit's dayId refers to.
 */
id: string
label: string
shortLabel: string
/**
 * 1 is Monday.
 */
dayOfWeek: number
/**
 * The week of the cycle, from 1; null where every week is alike.
 */
weekInCycle: (number | null)
[k: string]: unknown
}
export interface DayConfiguration {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
id: string
/**
 * Items: An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
dayIds: string[]
/**
 * In order; a periodIndex is a position in this list.
 */
periods: Period[]
breaks: Break[]
[k: string]: unknown
}
export interface Period {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
id: string
name: string
/**
 * HH:MM, 24-hour.
 */
startTime: string
/**
 * HH:MM, 24-hour.
 */
endTime: string
[k: string]: unknown
}
export interface Break {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
id: string
name: string
/**
 * HH:MM, 24-hour.
 */
startTime: string
/**
 * HH:MM, 24-hour.
 */
endTime: string
/**
 * Index of the period the break comes after; -1 before the first.
 */
followsPeriodIndex: number
[k: string]: unknown
}
/**
 * A class.
 */
export interface Class {
/**
 * The localId of a class, valid in this response only.
 */
localId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * Join key to the caller's own records; null when none is kept.
 */
externalId: (string | null)
name: string
shortName: string
/**
 * A colour, such as #RRGGBB; null when none is set.
 */
color: (string | null)
/**
 * False for an entity removed from the organisation but still used by this timetable.
 */
isActive: boolean
classTeacherId: (string | null)
/**
 * The bell schedule it runs on; null for the default one.
 */
bellScheduleId: (string | null)
}
/**
 * A course of a student-level timetable. Scheduling settings follow as further fields.
 */
export interface Course {
/**
 * The localId of a course, valid in this response only.
 */
localId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
name: string
courseCode: (string | null)
/**
 * Items: The localId of a teacher, valid in this response only.
 */
teacherIds: string[]
/**
 * Items: The localId of a room, valid in this response only.
 */
roomIds: string[]
/**
 * Items: The localId of a room group, valid in this response only.
 */
roomGroupIds: string[]
/**
 * Whether one room serves every occurrence (`same`) or the room may change (`vary`).
 */
roomVariation: ("same" | "vary" | null)
[k: string]: unknown
}
/**
 * Every refusal and failure except 402.
 */
export interface ErrorResponse {
success: false
error: {
code: ("INVALID_API_KEY" | "TIMETABLE_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "BAD_REQUEST" | "INTERNAL_ERROR")
message: string
}
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * Answer of Get Timetable.
 */
export interface GetTimetableResponse {
success: true
data: Timetable
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * A teacher.
 */
export interface Teacher {
/**
 * The localId of a teacher, valid in this response only.
 */
localId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * Join key to the caller's own records; null when none is kept.
 */
externalId: (string | null)
name: string
shortName: string
/**
 * A colour, such as #RRGGBB; null when none is set.
 */
color: (string | null)
/**
 * False for an entity removed from the organisation but still used by this timetable.
 */
isActive: boolean
/**
 * Most periods per scheduling cycle under student-level scheduling.
 */
maxPeriods: (number | null)
}
/**
 * A subject.
 */
export interface Subject {
/**
 * The localId of a subject, valid in this response only.
 */
localId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * Join key to the caller's own records; null when none is kept.
 */
externalId: (string | null)
name: string
shortName: string
/**
 * A colour, such as #RRGGBB; null when none is set.
 */
color: (string | null)
/**
 * False for an entity removed from the organisation but still used by this timetable.
 */
isActive: boolean
}
/**
 * A room.
 */
export interface Room {
/**
 * The localId of a room, valid in this response only.
 */
localId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * Join key to the caller's own records; null when none is kept.
 */
externalId: (string | null)
name: string
shortName: string
/**
 * A colour, such as #RRGGBB; null when none is set.
 */
color: (string | null)
/**
 * False for an entity removed from the organisation but still used by this timetable.
 */
isActive: boolean
capacity: number
buildingName: string
}
/**
 * Rooms that can stand in for one another.
 */
export interface RoomGroup {
/**
 * The localId of a room group, valid in this response only.
 */
id: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
name: string
/**
 * Items: The localId of a room, valid in this response only.
 */
memberIds: string[]
}
/**
 * What is to be taught, to whom and how often.
 */
export interface Lesson {
/**
 * The localId of a lesson, valid in this response only.
 */
localId: string
/**
 * Who is taught; a split or parallel lesson has several.
 * 
 * @minItems 1
 */
groups: LessonGroup[]
lessonConfigurations: LessonConfiguration[]
/**
 * Lessons sharing it are spread across the week as one.
 */
distributionGroupId: (string | null)
}
export interface LessonConfiguration {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
id: string
/**
 * Times per week.
 */
frequency: number
/**
 * Periods per occurrence.
 */
length: number
}
/**
 * One period of a lesson, placed or not.
 */
export interface LessonUnit {
/**
 * The localId of a lesson unit, valid in this response only.
 */
localId: string
/**
 * The localId of a lesson, valid in this response only.
 */
lessonLocalId: string
/**
 * The section; null outside student-level.
 */
sectionLocalId: (string | null)
/**
 * Day of the placement; null when the unit could not be scheduled.
 */
dayId: (string | null)
/**
 * 0-based position in the periods of the day; null with dayId.
 */
periodIndex: (number | null)
/**
 * Units of one double or longer period share it.
 */
spanId: (string | null)
/**
 * Units taught at the same time share it.
 */
parallelGroupId: (string | null)
parallelGroupName: (string | null)
/**
 * Which group within a parallel block.
 */
groupName: (string | null)
distributionGroupId: (string | null)
/**
 * The lesson group the unit teaches.
 */
lessonGroupId: (string | null)
/**
 * Who picked the room where roomMode is `any`: scheduling or a person; null otherwise.
 */
roomPickedBy: ("system" | "user" | null)
/**
 * Placed or pinned by hand.
 */
locked: boolean
lockReason: (string | null)
/**
 * Items: The localId of a teacher, valid in this response only.
 */
teacherIds: string[]
/**
 * Items: The localId of a class, valid in this response only.
 */
classIds: string[]
/**
 * Items: The localId of what is taught: a subject, or a course in a student-level timetable.
 */
subjectIds: string[]
/**
 * Items: The localId of a room, valid in this response only.
 */
roomIds: string[]
/**
 * Items: The localId of a student, valid in this response only.
 */
studentIds: string[]
}
/**
 * A student of a student-level timetable.
 */
export interface Student {
/**
 * The localId of a student, valid in this response only.
 */
localId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * Join key to the caller's own records; null when none is kept.
 */
externalId: (string | null)
name: string
shortName: string
/**
 * A colour, such as #RRGGBB; null when none is set.
 */
color: (string | null)
classId: (string | null)
/**
 * Items: The localId of a course, valid in this response only.
 */
courseIds: string[]
}
/**
 * A section of a course: the students taught together.
 */
export interface Section {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
localId: string
name: string
/**
 * The localId of a course, valid in this response only.
 */
courseLocalId: string
capacity: (number | null)
isAutoGenerated: boolean
parallelGroupId: (string | null)
/**
 * Items: The localId of a teacher, valid in this response only.
 */
teacherIds: string[]
/**
 * Items: The localId of a room, valid in this response only.
 */
roomIds: string[]
/**
 * Who picked the room where roomMode is `any`: scheduling or a person; null otherwise.
 */
roomPickedBy: ("system" | "user" | null)
/**
 * Items: The localId of a student, valid in this response only.
 */
studentIds: string[]
}
/**
 * organisations/<id>/handle.json: where the organisation's record lies.
 */
export interface HandleRecord {
/**
 * Version of the published output. A reader refuses any other.
 */
formatVersion: 2
/**
 * An organisation's id: lower case, since it names a folder.
 */
organisationId: string
/**
 * The part of an organisation's keys that names it: drawn once, no secret.
 */
handle: string
}
/**
 * Answer of List Timetables.
 */
export interface ListTimetablesResponse {
success: true
data: TimetableList
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * The data of List Timetables.
 */
export interface TimetableList {
/**
 * An organisation's id: lower case, since it names a folder.
 */
orgId: string
/**
 * Number of entries.
 */
count: number
/**
 * Newest first.
 */
timetables: TimetableVersionSummary[]
}
/**
 * records/<handle>.json: all that decides a request of an organisation.
 */
export interface OrganisationRecord {
/**
 * Version of the published output. A reader refuses any other.
 */
formatVersion: 2
/**
 * The part of an organisation's keys that names it: drawn once, no secret.
 */
handle: string
/**
 * An organisation's id: lower case, since it names a folder.
 */
organisationId: string
/**
 * Null until it is published for the first time.
 */
access: (AccessRecord | null)
/**
 * Null until the documents are published for the first time.
 */
pointer: (Pointer | null)
}
/**
 * The part of an organisation's record that says what it shows at this moment; earlier ones lie in organisations/<id>/history/.
 */
export interface Pointer {
/**
 * Version of the published output. A reader refuses any other.
 */
formatVersion: 2
/**
 * An organisation's id: lower case, since it names a folder.
 */
organisationId: string
/**
 * Grows by one with every swap.
 */
generation: number
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
publishedAt: string
/**
 * The generation that an operator went back to; null when this is what the database held.
 */
rolledBackTo: (number | null)
list: PublishedFile
/**
 * By version id.
 */
timetables: {
[k: string]: PublishedFile
}
/**
 * The id of the database transaction that wrote it, or the revision of another source: no two writings have the same bytes, so a publisher that wakes up late finds that another has published meanwhile.
 */
fence?: number
}
export interface PublishedFile {
/**
 * A SHA-256 in lower-case hexadecimal.
 */
hash: string
identity: StoredForm
gzip: StoredForm
br: StoredForm
}
export interface StoredForm {
/**
 * Size of the file.
 */
bytes: number
/**
 * A SHA-256 in lower-case hexadecimal.
 */
sha256: string
}
/**
 * organisations/<id>/problems.json: what the last build withheld, and why, and what it warns of.
 */
export interface Problems {
/**
 * Version of the published output. A reader refuses any other.
 */
formatVersion: 2
/**
 * An organisation's id: lower case, since it names a folder.
 */
organisationId: string
withheld: WithheldVersion[]
/**
 * What looks wrong in versions that are published all the same.
 */
warnings: VersionWarnings[]
}
export interface WithheldVersion {
versionId: string
lastGoodIsServed: boolean
/**
 * The first of them.
 */
problems: Finding[]
/**
 * How many more problems were found than are listed; absent when there are no more. Where fields have the wrong form, the search stops after a thousand.
 */
more?: number
}
export interface Finding {
/**
 * JSON path into the version's document.
 */
path: string
message: string
/**
 * Table and key of the database row.
 */
row: (string | null)
}
export interface VersionWarnings {
versionId: string
warnings: Finding[]
}
/**
 * publisher.json: the publishers' last heartbeat. Its age is that of the file, by the store's clock.
 */
export interface PublisherRecord {
/**
 * The publisher's own clock, in milliseconds since 1970. Only for people who read the file.
 */
at: number
/**
 * Whether more heartbeats will follow, as from `watch` but not from a single build.
 */
watching: boolean
/**
 * Queued changes of all organisations.
 */
queueDepth: number
/**
 * The age of the oldest of them, in seconds.
 */
queueAgeSeconds: number
/**
 * How many organisations they belong to. An earlier release does not write it.
 */
waitingOrganisations?: number
/**
 * Withheld versions of all organisations.
 */
withheldVersions: number
/**
 * Organisations built since this publisher started.
 */
builds: number
/**
 * The seconds for the last one; for `build`, the average.
 */
buildSeconds: number
/**
 * The generation number of its most recent publication, of any organisation; 0 before the first.
 */
generation: number
/**
 * How many organisations there are. An earlier release does not write it.
 */
organisations?: number
/**
 * How many of them need attention. An earlier release does not write it.
 */
inNeed?: number
/**
 * The most urgent of them. An earlier release does not write it.
 */
first?: OrganisationAttention[]
/**
 * The watchers of the last minute. An earlier release does not write it.
 */
watchers?: WatcherEntry[]
}
/**
 * What is known of an organisation that may need attention.
 */
export interface OrganisationAttention {
organisationId: string
/**
 * Queued changes.
 */
changes: number
/**
 * The age of the oldest, in seconds; 0 when there is none.
 */
ageSeconds: number
/**
 * Failed attempts since the last success, of access or documents, whichever has more.
 */
failures: number
/**
 * Withheld versions.
 */
withheld: number
/**
 * Whether an earlier generation is shown.
 */
rolledBack: boolean
}
export interface WatcherEntry {
id: string
/**
 * How many milliseconds before this heartbeat it wrote its own.
 */
age: number
}
/**
 * store.json: the ids of the store and of the one database that may publish to it.
 */
export interface StoreRecord {
/**
 * Version of the published output. A reader refuses any other.
 */
formatVersion: 2
storeId: string
/**
 * The same id as storeId where a program publishes its own data.
 */
databaseId: string
/**
 * The host, port and name of that database when it was bound, for messages.
 */
database: string
}
