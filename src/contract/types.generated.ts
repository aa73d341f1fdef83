// Generated from schemas/ by `npm run generate-types`. Do not edit.

/**
 * 402: the organisation's access has ended. Here `error` is a string.
 */
export type AccessEndedResponse = {
/**
 * `ACCESS_EXPIRED` where access is locked, `ACCOUNT_SUSPENDED` where it is suspended.
 */
code: ("ACCESS_EXPIRED" | "ACCOUNT_SUSPENDED")
/**
 * What has ended.
 */
access: ("locked" | "suspended")
/**
 * Why access is locked; null where it is suspended.
 */
lockedBecause: ("trial_ended" | "plan_ended" | "payment_failed" | null)
/**
 * A sentence for people. A program decides by `code` and `lockedBecause`.
 */
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
 * Items: An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
export type DayIds = string[]
export type Exception = {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * Why the day is different: `Open day`.
 */
name: string
/**
 * `closed`: no lessons. `runs`: the lessons of another day of the cycle. `bells`: other times of the periods.
 */
kind: ("closed" | "runs" | "bells")
like?: Like
/**
 * Of a day that `runs`: whether it uses up a day of the cycle, or makes its week count. True when left out.
 */
countsInCycle?: boolean
/**
 * Of a day with other `bells`: its periods. One that is not listed does not take place.
 * 
 * @maxItems 200
 */
periods?: BellTime[]
/**
 * Entity ids of the classes that it is for; null or left out for everybody.
 * 
 * @minItems 1
 * @maxItems 1000
 */
classEntityIds?: (string[] | null)
}
/**
 * What changed. Days have entries of their own.
 * 
 * @minItems 1
 */
export type Kinds = ("timetables" | "calendar" | "days")[]
/**
 * @maxItems 200
 */
export type Timetables = ChangedTimetable[]
/**
 * Of kind `days`: the dates, all of one week, on which something else is different from the plan than before.
 * 
 * @maxItems 42
 * 
 * Items: A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
export type Dates = number[]
/**
 * Of kind `days`: the classes and rooms concerned; none where `truncated`.
 * 
 * @maxItems 5000
 * 
 * Items: An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
export type EntityIds = string[]
export type NamesOfUnit = NameInChange[]
/**
 * Items: An entityId, an externalId, a shortName or a name.
 */
export type Names = string[]
export type LessonKind = ("lesson" | "exam" | "event" | "supervision" | "standby")
export type Participant = (NamedEntity | PlainName)
/**
 * What was planned is a `lesson`; what is added may be something else.
 */
export type LessonKind1 = ("lesson" | "exam" | "event" | "supervision" | "standby")
/**
 * What was planned is a `lesson`; what is added may be something else.
 */
export type LessonKind2 = ("lesson" | "exam" | "event" | "supervision" | "standby")
/**
 * What a timetable is cut down to.
 */
export type PersonKind = ("class" | "teacher" | "room" | "student")
/**
 * A timetable cut down to one class, teacher, room or student: their units and what these refer to. It has the fields of a timetable, so that what reads one reads this too.
 */
export type PersonalTimetable = {
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
 * A label for planners, left out.
 */
versionName: null
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
 * A text for planners, left out.
 */
description: ""
/**
 * An organisation's id: lower case, since it names a folder.
 */
orgId: string
person: PersonInTimetable
bellSchedule: PersonalBellSchedule
bellSchedules: PersonalBellSchedule[]
teachers: PersonalTeacher[]
subjects: Subject[]
classes: Class[]
rooms: Room[]
roomGroups: RoomGroup[]
lessons: PersonalLesson[]
lessonUnits: PersonalLessonUnit[]
/**
 * Of a student's own timetable, the student; otherwise empty.
 * 
 * @maxItems 1
 */
students?: Student[]
courses?: PersonalCourse[]
sections?: PersonalSection[]
/**
 * Left out.
 */
sectionSettings?: {
[k: string]: unknown
}
}
/**
 * Items: The localId of a teacher, valid in this response only.
 */
export type TeacherIds = string[]
/**
 * Items: The localId of a class, valid in this response only.
 */
export type ClassIds = string[]
/**
 * Items: The localId of what is taught: a subject, or a course in a student-level timetable.
 */
export type SubjectIds = string[]
/**
 * Items: The localId of a room, valid in this response only.
 */
export type RoomIds = string[]
/**
 * Items: The localId of a room, valid in this response only.
 */
export type RoomCandidateIds = string[]
/**
 * Items: The localId of a room group, valid in this response only.
 */
export type RoomGroupIds = string[]
export type LessonConfigurations = LessonConfiguration[]
/**
 * Items: The localId of a teacher, valid in this response only.
 */
export type TeacherIds1 = string[]
/**
 * Items: The localId of a class, valid in this response only.
 */
export type ClassIds1 = string[]
/**
 * Items: The localId of what is taught: a subject, or a course in a student-level timetable.
 */
export type SubjectIds1 = string[]
/**
 * Items: The localId of a room, valid in this response only.
 */
export type RoomIds1 = string[]
/**
 * Items: The localId of a teacher, valid in this response only.
 */
export type TeacherIds2 = string[]
/**
 * Items: The localId of a room, valid in this response only.
 */
export type RoomIds2 = string[]
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
/**
 * What people call the group; null for the whole class.
 */
name: (string | null)
teacherIds: TeacherIds
classIds: ClassIds
subjectIds: SubjectIds
/**
 * Items: The localId of a student, valid in this response only.
 */
studentIds: string[]
/**
 * `all`: every room in roomIds at once; `any`: one room of roomCandidateIds or of the groups in roomGroupIds; `none`. What a mode does not use is empty, and roomVariation is null.
 */
roomMode: ("all" | "any" | "none")
roomIds: RoomIds
roomCandidateIds: RoomCandidateIds
roomGroupIds: RoomGroupIds
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
calendar?: Calendar
change?: Change
"changes-basis"?: ChangesBasis
"changes-part"?: ChangesPart
changes?: Changes
class?: Class
course?: Course
"day-changes"?: DayChanges
day?: Day
"days-part"?: DaysPart
derived?: Derived
"error-response"?: ErrorResponse
"feed-state"?: FeedStateRecord
"get-calendar-response"?: GetCalendarResponse
"get-change-response"?: GetChangeResponse
"get-day-response"?: GetDayResponse
"get-my-response"?: GetMyResponse
"get-timetable-response"?: GetTimetableResponse
"get-week-response"?: GetWeekResponse
"handle-record"?: HandleRecord
"key-record"?: KeyRecord
"lesson-unit"?: LessonUnit
lesson?: Lesson
"link-record"?: LinkRecord
"list-changes-response"?: ListChangesResponse
"list-timetables-response"?: ListTimetablesResponse
my?: PersonalTimetables
"organisation-record"?: OrganisationRecord
pack?: Pack
"personal-timetable"?: PersonalTimetable
pointer?: Pointer
problems?: Problems
"published-calendar"?: PublishedCalendar
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
week?: Week
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
/**
 * The key sees published versions only, not drafts. Absent where it sees all.
 */
publishedOnly?: true
}
/**
 * Days, periods and breaks. Other fields may exist here and in every part.
 */
export interface BellSchedule {
/**
 * The localId of a bell schedule, valid in this response only.
 */
id: string
/**
 * What people call these bells.
 */
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
/**
 * The name of the day, as the school writes it: `Monday`, `Monday A`, `Day 3`.
 */
label: string
/**
 * A shorter name of the day; may be empty.
 */
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
dayIds: DayIds
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
/**
 * What people call the period: `1`, `Lesson 1`, `Period 1`.
 */
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
/**
 * What people call the break.
 */
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
 * The calendar of an organisation, as it is imported and exported. Rules beyond its form are checked as well.
 */
export interface Calendar {
/**
 * The IANA name of the school's time zone.
 */
timeZone: string
/**
 * The days of the week with lessons; 1 is Monday.
 * 
 * @maxItems 7
 * 
 * Items: 1 is Monday.
 */
schoolDays: number[]
/**
 * None: always in term.
 * 
 * @maxItems 200
 */
terms?: Term[]
/**
 * @maxItems 2000
 */
closures?: Closure[]
/**
 * How the cycle goes on: to its next week each Monday, holidays included; to its next week, not counting weeks without a school day; or to its next day on each school day.
 */
counting: ("calendarWeeks" | "schoolWeeks" | "schoolDays")
/**
 * @maxItems 1000
 */
anchors?: Anchor[]
/**
 * @maxItems 4000
 */
exceptions?: Exception[]
}
export interface Term {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
id: string
/**
 * What people call the term.
 */
name: string
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
firstDay: number
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
lastDay: number
}
export interface Closure {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
id: string
/**
 * Why there is no school: `Autumn break`.
 */
name: string
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
firstDay: number
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
lastDay: number
/**
 * Entity ids of the classes that it is for; null or left out for everybody.
 * 
 * @minItems 1
 * @maxItems 1000
 */
classEntityIds?: (string[] | null)
}
/**
 * The week or the day of the cycle that a date has, from which others are counted.
 */
export interface Anchor {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * The week of the cycle, from 1; with `calendarWeeks` and `schoolWeeks`.
 */
week?: number
/**
 * The position of the day in the bell schedule's days, from 1; with `schoolDays`.
 */
day?: number
}
/**
 * The day of the cycle whose lessons take place.
 */
export interface Like {
/**
 * The week of the cycle; left out where all weeks are the same.
 */
week?: number
/**
 * 1 is Monday.
 */
dayOfWeek?: number
/**
 * The position of the day in the bell schedule's days, from 1; with `schoolDays`.
 */
day?: number
}
export interface BellTime {
/**
 * 0-based position in the periods of an ordinary day.
 */
periodIndex: number
/**
 * HH:MM, 24-hour.
 */
startTime: string
/**
 * HH:MM, 24-hour. A time that is not after the start is on the next day; 24:00 is midnight.
 */
endTime: string
}
/**
 * The data of Get Change: what one publication changed for readers, unit by unit. It never changes.
 */
export interface Change {
/**
 * The id of a change. Later ones sort after earlier ones, as text.
 */
id: string
/**
 * The id of the entry before; null for the first, which begins with nothing.
 */
previous: (string | null)
/**
 * When it was published.
 */
publishedAt: string
/**
 * The generation of the documents before; 0 for nothing.
 */
fromGeneration: number
/**
 * The generation after. The entry is all that differs between the two.
 */
toGeneration: number
kinds: Kinds
timetables: Timetables
dates: Dates
entityIds: EntityIds
/**
 * True when it is more than an entry may have: something is left out, so everything has to be read.
 */
truncated: boolean
/**
 * One for each lesson unit that differs; a double is two. None where `truncated`.
 * 
 * @maxItems 10000
 */
units: ChangedUnit[]
}
export interface ChangedTimetable {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
timetableId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
groupId: string
/**
 * Whether readers have it since, have it otherwise, or have it no more. A draft is added when it is published.
 */
kind: ("added" | "changed" | "removed")
lessons: ChangedLessons
/**
 * The classes, teachers, rooms, subjects, students and courses whose lessons or own fields differ; none where `truncated`.
 * 
 * @maxItems 5000
 * 
 * Items: An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityIds: string[]
}
export interface ChangedLessons {
/**
 * Units that were not there before.
 */
added: number
/**
 * Units that are not there any more.
 */
removed: number
/**
 * Units on another day, in another period, or not placed any more.
 */
moved: number
/**
 * Units in other rooms.
 */
room: number
/**
 * Units with other teachers.
 */
teacher: number
/**
 * Units with other subjects, classes or times of the clock.
 */
other: number
}
export interface ChangedUnit {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
timetableId: string
/**
 * The first that applies.
 */
kind: ("added" | "removed" | "moved" | "room" | "teacher" | "other")
/**
 * Null for a unit that was not there.
 */
before: (UnitOfChange | null)
/**
 * Null for a unit that is gone.
 */
after: (UnitOfChange | null)
}
/**
 * A lesson unit without the ids that have a meaning in one response only.
 */
export interface UnitOfChange {
/**
 * Null when the unit is not placed, as the next five.
 */
dayId: (string | null)
/**
 * 0-based position in the periods of the day.
 */
periodIndex: (number | null)
/**
 * 1 is Monday. On the bells of the first class, as what follows.
 */
dayOfWeek: (number | null)
/**
 * Null also where every week is alike.
 */
weekInCycle: (number | null)
startTime: (string | null)
endTime: (string | null)
subjects: NamesOfUnit
teachers: NamesOfUnit
classes: NamesOfUnit
rooms: NamesOfUnit
}
export interface NameInChange {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * As it was in that version.
 */
name: string
}
/**
 * What the next change is compared with, besides the documents: an entry of the pack that is never served.
 */
export interface ChangesBasis {
/**
 * The last id that was given, also when its entry has left.
 */
latestId: (string | null)
/**
 * The generation that the last entry led to; 0 before the first.
 */
latestGeneration: number
/**
 * Of the calendar; null without one.
 */
calendar: (string | null)
/**
 * @maxItems 42
 */
days: DayBasis[]
}
export interface DayBasis {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * Of what is different from the plan; null where nothing is.
 */
hash: (string | null)
/**
 * The classes and rooms concerned.
 * 
 * Items: An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityIds: string[]
}
/**
 * The part of an organisation's record that says what changed: one pack with the list, each change, and what the next one is compared with.
 */
export interface ChangesPart {
/**
 * The generation of the documents that the last comparison was with. Its files are kept.
 */
generation: number
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
publishedAt: string
pack: IndexedPack
/**
 * Packs that were named a moment ago, which a reader may still be reading.
 * 
 * @maxItems 1000
 */
replaced: ReplacedPack[]
/**
 * As in the pointer.
 */
fence?: number
}
export interface IndexedPack {
/**
 * A SHA-256 in lower-case hexadecimal.
 */
hash: string
/**
 * Size of the file.
 */
bytes: number
index: PackIndex
}
export interface PackIndex {
/**
 * Size of the index, with which the pack begins: 80 for each entry.
 */
bytes: number
/**
 * A SHA-256 in lower-case hexadecimal.
 */
sha256: string
}
export interface ReplacedPack {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
name: string
/**
 * A SHA-256 in lower-case hexadecimal.
 */
hash: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
at: string
}
/**
 * The data of List Changes: the last 100 publications that changed something for readers, newest first, of 30 days at most. Those of kind `days` leave when their week is over.
 */
export interface Changes {
/**
 * Of the last entry here; null when there is none.
 */
oldestId: (string | null)
/**
 * Of the first entry here; null when there is none.
 */
latestId: (string | null)
/**
 * @maxItems 100
 */
changes: ChangeEntry[]
}
export interface ChangeEntry {
/**
 * The id of a change. Later ones sort after earlier ones, as text.
 */
id: string
/**
 * The id of the entry before; null for the first, which begins with nothing.
 */
previous: (string | null)
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
publishedAt: string
/**
 * The generation of the documents before; 0 for nothing.
 */
fromGeneration: number
/**
 * The generation after. The entry is all that differs between the two.
 */
toGeneration: number
kinds: Kinds
timetables: Timetables
dates: Dates
entityIds: EntityIds
/**
 * True when it is more than an entry may have: something is left out, so everything has to be read.
 */
truncated: boolean
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
/**
 * What people call the class; not unique.
 */
name: string
/**
 * A shorter name where space is scarce; may be empty, and not unique.
 */
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
/**
 * What people call the course.
 */
name: string
/**
 * The code of the course in the school's own catalogue; null for none.
 */
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
 * What is different from the plan on the days of a range: the whole truth for them.
 */
export interface DayChanges {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
from: number
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
to: number
changes?: DayChange[]
notes?: DayNote[]
absent?: DayAbsence[]
}
export interface DayChange {
/**
 * The caller's, unique in its date.
 */
ref: string
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
lesson?: LessonReference
cancelled?: true
moveTo?: MoveTo
subjects?: Names
teachers?: Names
classes?: Names
rooms?: Names
text?: (string | null)
added?: AddedLesson
/**
 * Added, or moved to, a day on which there is no school.
 */
evenIfClosed?: boolean
}
/**
 * A planned lesson: by its id; or when it begins, and at least those who are named.
 */
export interface LessonReference {
/**
 * Of the planned lesson: its date, its start, and a hash of who it is for. It stays the same whatever is changed on the day.
 */
id?: string
/**
 * HH:MM, 24-hour.
 */
startTime?: string
periodIndex?: number
subjects?: Names
teachers?: Names
classes?: Names
rooms?: Names
/**
 * All periods of the lesson, instead of the one that begins then.
 */
wholeLesson?: boolean
}
export interface MoveTo {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * HH:MM, 24-hour.
 */
startTime: string
/**
 * HH:MM, 24-hour. A time that is not after the start is on the next day; 24:00 is midnight.
 */
endTime: string
}
export interface AddedLesson {
kind: LessonKind
/**
 * HH:MM, 24-hour.
 */
startTime: string
/**
 * HH:MM, 24-hour. A time that is not after the start is on the next day; 24:00 is midnight.
 */
endTime: string
subjects?: Names
teachers?: Names
classes?: Names
rooms?: Names
}
export interface DayNote {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
text: string
classes?: (Names | null)
}
export interface DayAbsence {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
kind: ("class" | "room")
/**
 * An entityId, an externalId, a shortName or a name.
 */
entity: string
}
/**
 * The data of Get Day: a day as it takes place, with what is different from the plan.
 */
export interface Day {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * The IANA name of the school's time zone.
 */
timeZone: string
/**
 * The generation of the documents that it was made from.
 */
generation: number
/**
 * Whether there is school for everybody.
 */
isSchoolDay: boolean
/**
 * Of the closure or the exception that decides.
 */
name: (string | null)
/**
 * When what is different was last changed; null where nothing is.
 */
changedAt: (string | null)
lessons: DatedLesson[]
cancelled: CancelledLesson[]
notes: PublishedNote[]
absent: Absent
}
export interface DatedLesson {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * HH:MM, 24-hour.
 */
startTime: string
/**
 * HH:MM, 24-hour. A time that is not after the start is on the next day; 24:00 is midnight.
 */
endTime: string
/**
 * ISO 8601 with the offset of the school's time zone.
 */
start: string
/**
 * ISO 8601 with the offset of the school's time zone.
 */
end: string
/**
 * Null for what was added on the day.
 */
timetableId: (string | null)
/**
 * The units of a double or longer period, in order.
 * 
 * Items: The localId of a lesson unit, valid in this response only.
 */
unitLocalIds: string[]
/**
 * Of the first unit; null for what was added or moved.
 */
periodIndex: (number | null)
/**
 * How many units; 1 for what was added.
 */
periods: number
subjects: Participant[]
teachers: Participant[]
classes: NamedEntity[]
rooms: Participant[]
/**
 * Of the planned lesson: its date, its start, and a hash of who it is for. It stays the same whatever is changed on the day.
 */
id: string
kind: LessonKind1
/**
 * Whether it takes place as planned.
 */
status: ("regular" | "changed" | "added")
/**
 * What differs from what was planned.
 */
changed: ("subjects" | "teachers" | "classes" | "rooms" | "time")[]
/**
 * Null unless `status` is `changed`.
 */
original: (OriginalLesson | null)
/**
 * Where it was planned, for a lesson that was moved.
 */
movedFrom: (OtherPlace | null)
/**
 * What the school says of it; null for nothing.
 */
text: (string | null)
}
export interface NamedEntity {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * Join key to the caller's own records; null when none is kept.
 */
externalId: (string | null)
/**
 * What people call it; not unique.
 */
name: string
/**
 * A shorter name where space is scarce; may be empty, and not unique.
 */
shortName: string
}
/**
 * A subject, teacher or room that a change names and the school does not know.
 */
export interface PlainName {
/**
 * Null, which tells it from an entity.
 */
entityId: null
/**
 * Null.
 */
externalId: null
/**
 * As it was written in the change.
 */
name: string
/**
 * The same.
 */
shortName: string
}
/**
 * As it was planned. `teachers` is empty where the school does not show who is replaced.
 */
export interface OriginalLesson {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * HH:MM, 24-hour.
 */
startTime: string
/**
 * HH:MM, 24-hour. A time that is not after the start is on the next day; 24:00 is midnight.
 */
endTime: string
subjects: NamedEntity[]
teachers: NamedEntity[]
classes: NamedEntity[]
rooms: NamedEntity[]
}
export interface OtherPlace {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * HH:MM, 24-hour.
 */
startTime: string
}
/**
 * A planned lesson that does not take place then. `teachers` is empty where the school does not show whose lessons are cancelled.
 */
export interface CancelledLesson {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * HH:MM, 24-hour.
 */
startTime: string
/**
 * HH:MM, 24-hour. A time that is not after the start is on the next day; 24:00 is midnight.
 */
endTime: string
/**
 * ISO 8601 with the offset of the school's time zone.
 */
start: string
/**
 * ISO 8601 with the offset of the school's time zone.
 */
end: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
timetableId: string
/**
 * The units of a double or longer period, in order.
 * 
 * Items: The localId of a lesson unit, valid in this response only.
 */
unitLocalIds: string[]
/**
 * Of the first unit.
 */
periodIndex: number
/**
 * How many units; 1 for what was added.
 */
periods: number
subjects: NamedEntity[]
teachers: NamedEntity[]
classes: NamedEntity[]
rooms: NamedEntity[]
/**
 * Of the planned lesson: its date, its start, and a hash of who it is for. It stays the same whatever is changed on the day.
 */
id: string
kind: LessonKind2
/**
 * Always `cancelled`.
 */
status: "cancelled"
/**
 * Where it takes place instead, for a lesson that was moved.
 */
movedTo: (OtherPlace | null)
/**
 * What the school says of it; null for nothing.
 */
text: (string | null)
}
export interface PublishedNote {
/**
 * What the school says.
 */
text: string
/**
 * Null for everybody.
 */
classes: (NamedEntity[] | null)
}
/**
 * Classes that are away, and rooms that cannot be used.
 */
export interface Absent {
classes: NamedEntity[]
rooms: Participant[]
}
/**
 * The part of an organisation's record that says what takes place on which day: one pack, and where each day stands in it. An organisation without a calendar has none.
 */
export interface DaysPart {
/**
 * The generation of the documents that it was made from.
 */
generation: number
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
publishedAt: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
validFrom: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
validUntil: string
/**
 * The release of the time-zone data that was used.
 */
tzdata: string
pack: Pack
/**
 * By date: from the Monday of the week of validFrom to 14 days after it.
 */
days: {
[k: string]: PackedFile
}
/**
 * Packs that were named a moment ago, which a reader may still be reading.
 * 
 * @maxItems 1000
 */
replaced: ReplacedPack[]
/**
 * As in the pointer.
 */
fence?: number
}
/**
 * A pack: one file of several responses, each of which is compressed alone, so that it is read with one ranged request. Like every file under files/ it never changes.
 */
export interface Pack {
/**
 * A SHA-256 in lower-case hexadecimal.
 */
hash: string
/**
 * Size of the file.
 */
bytes: number
}
export interface PackedFile {
/**
 * A SHA-256 in lower-case hexadecimal.
 */
hash: string
identity: PlainForm
gzip: PackedPart
br: PackedPart
}
export interface PlainForm {
/**
 * Size of the plain response. It is not stored: a server inflates the gzip form.
 */
bytes: number
}
export interface PackedPart {
/**
 * Where it begins in the pack.
 */
offset: number
/**
 * Its size.
 */
bytes: number
/**
 * A SHA-256 in lower-case hexadecimal.
 */
sha256: string
}
/**
 * The part of an organisation's record that says what is derived from its documents and its calendar. An organisation without a calendar has none.
 */
export interface Derived {
/**
 * The generation of the documents that it was made from.
 */
generation: number
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
publishedAt: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
validFrom: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
validUntil: string
/**
 * The release of the time-zone data that was used.
 */
tzdata: string
calendar: PublishedFile
/**
 * By ISO week: the one at validFrom and the next five.
 */
weeks: {
[k: string]: PublishedFile
}
/**
 * By ISO week: the same weeks, cut to each class, teacher and room. Absent in records of earlier releases.
 */
slices?: {
[k: string]: IndexedPack
}
/**
 * The same of packs.
 * 
 * @maxItems 1000
 */
replacedPacks?: ReplacedPack[]
/**
 * Files that were named a moment ago, which a reader may still be loading.
 * 
 * @maxItems 1000
 */
replaced: ReplacedFile[]
/**
 * As in the pointer.
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
export interface ReplacedFile {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
name: string
/**
 * A SHA-256 in lower-case hexadecimal.
 */
hash: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
at: string
}
/**
 * Every refusal and failure except 402.
 */
export interface ErrorResponse {
/**
 * Always false.
 */
success: false
/**
 * What was refused, and why.
 */
error: {
/**
 * What a program decides by.
 */
code: ("INVALID_API_KEY" | "TIMETABLE_NOT_FOUND" | "CALENDAR_NOT_FOUND" | "WEEK_NOT_FOUND" | "DAY_NOT_FOUND" | "CHANGE_NOT_FOUND" | "ENTITY_NOT_FOUND" | "MY_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PRECONDITION_FAILED" | "BAD_REQUEST" | "INTERNAL_ERROR")
/**
 * A sentence for people. The four causes of a 401 differ by it alone.
 */
message: string
}
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * What is remembered of the feed of a person between two publications, so that each event says when it last changed.
 */
export interface FeedStateRecord {
/**
 * Version of the published output. A reader refuses any other.
 */
formatVersion: 2
/**
 * An organisation's id: lower case, since it names a folder.
 */
organisationId: string
state: {
/**
 * A SHA-256 in lower-case hexadecimal.
 */
sha256: string
/**
 * When the bytes last changed.
 */
changedAt: number
/**
 * The SEQUENCE of an event that is not known here. Left out for 0: only a state that was lost begins higher, so that no SEQUENCE goes back.
 */
firstSequence?: number
/**
 * By UID.
 */
events: {
[k: string]: {
/**
 * The hash of all that the event says; null once it has left the feed.
 */
sha256: (string | null)
/**
 * When that last changed.
 */
changedAt: number
/**
 * How often it has changed.
 */
sequence: number
}
}
}
}
/**
 * Answer of Get Calendar.
 */
export interface GetCalendarResponse {
/**
 * Always true: the answer has `data`.
 */
success: true
data: PublishedCalendar
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * The data of Get Calendar.
 */
export interface PublishedCalendar {
/**
 * An organisation's id: lower case, since it names a folder.
 */
orgId: string
/**
 * The generation of the documents that it was made from.
 */
generation: number
/**
 * The IANA name of the school's time zone.
 */
timeZone: string
/**
 * The days of the week with lessons; 1 is Monday.
 * 
 * @maxItems 7
 * 
 * Items: 1 is Monday.
 */
schoolDays: number[]
/**
 * The first day of the school's week, on which the week of the cycle changes: the school day after the longest run of days without school. 1 is Monday. The weeks of Get Week are ISO weeks all the same.
 */
weekStartsOn: number
/**
 * None: always in term.
 * 
 * @maxItems 200
 */
terms: Term[]
/**
 * @maxItems 2000
 */
closures: Closure[]
/**
 * How the cycle goes on: to its next week each Monday, holidays included; to its next week, not counting weeks without a school day; or to its next day on each school day.
 */
counting: ("calendarWeeks" | "schoolWeeks" | "schoolDays")
/**
 * @maxItems 1000
 */
anchors: Anchor[]
/**
 * @maxItems 4000
 */
exceptions: Exception[]
/**
 * The first of `days`; null when they are none, since all terms are over or far.
 */
firstDay: (number | null)
lastDay: (number | null)
/**
 * The release of the time-zone data that was used.
 */
tzdata: string
/**
 * Every date from firstDay to lastDay.
 */
days: CalendarDate[]
}
export interface CalendarDate {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * Whether lessons take place.
 */
isSchoolDay: boolean
/**
 * The name of the closure or the exception that decides; null when none does.
 */
name: (string | null)
timetables: TimetableOnDay[]
/**
 * What holds instead for some classes.
 */
scoped: ScopedDay[]
}
export interface TimetableOnDay {
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
groupId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
timetableId: string
/**
 * Null where all weeks are the same.
 */
weekInCycle: (number | null)
/**
 * The day of the week whose lessons take place; 1 is Monday.
 */
dayOfWeek: number
/**
 * The position in the bell schedule's days, from 1; null unless the cycle is counted in school days.
 */
dayInCycle: (number | null)
/**
 * The times of a day with other bells; null when they are those of the bell schedule.
 */
periods: (BellTime[] | null)
}
export interface ScopedDay {
/**
 * Items: An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
classEntityIds: string[]
/**
 * Whether lessons take place for these classes.
 */
isSchoolDay: boolean
/**
 * The name of the closure or the exception that decides; null when none does.
 */
name: (string | null)
timetables: TimetableOnDay[]
}
/**
 * Answer of Get Change.
 */
export interface GetChangeResponse {
/**
 * Always true: the answer has `data`.
 */
success: true
data: Change
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * Answer of Get Day.
 */
export interface GetDayResponse {
/**
 * Always true: the answer has `data`.
 */
success: true
data: Day
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * Answer of Get My Timetables.
 */
export interface GetMyResponse {
/**
 * Always true: the answer has `data`.
 */
success: true
data: PersonalTimetables
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * The data of Get My Timetables: what a link shows.
 */
export interface PersonalTimetables {
kind: PersonKind
entity: NamedEntity
/**
 * The name of the organisation.
 */
orgName: string
/**
 * The generation of the documents that it was made from. It says the same of the person in later ones, until it is replaced.
 */
generation: number
/**
 * Of the timetables that are in use in the weeks that are served, those that the person is in.
 */
timetables: PersonalTimetable[]
/**
 * The school's calendar for the months of the feed, with what holds for everybody and for the person's classes; null without one.
 */
calendar: (PublishedCalendar | null)
/**
 * The days of this ISO week and the next two on which something is different for the person, by date. On every other day the person has what `timetables` and `calendar` say. Left out by earlier releases.
 * 
 * @maxItems 21
 */
days?: DayOfPerson[]
}
/**
 * Whose timetable it is.
 */
export interface PersonInTimetable {
kind: PersonKind
/**
 * In the list of that kind.
 */
localId: string
}
/**
 * A bell schedule without fields that the specification does not define. One that the person does not use has no names and no periods: it is there where the timetable's cycle depends on its weeks.
 */
export interface PersonalBellSchedule {
/**
 * The localId of a bell schedule, valid in this response only.
 */
id: string
/**
 * What people call these bells.
 */
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
days: PersonalDay[]
dayConfigurations: PersonalDayConfiguration[]
[k: string]: unknown
}
/**
 * As in a bell schedule, without fields that the specification does not define.
 */
export interface PersonalDay {
/**
 * What a lesson unit's dayId refers to.
 */
id: string
/**
 * The name of the day, as the school writes it: `Monday`, `Monday A`, `Day 3`.
 */
label: string
/**
 * A shorter name of the day; may be empty.
 */
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
/**
 * As in a bell schedule, without fields that the specification does not define.
 */
export interface PersonalDayConfiguration {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
id: string
dayIds: DayIds
periods: PersonalPeriod[]
breaks: PersonalBreak[]
[k: string]: unknown
}
/**
 * As in a bell schedule, without fields that the specification does not define.
 */
export interface PersonalPeriod {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
id: string
/**
 * What people call the period: `1`, `Lesson 1`, `Period 1`.
 */
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
/**
 * As in a bell schedule, without fields that the specification does not define.
 */
export interface PersonalBreak {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
id: string
/**
 * What people call the break.
 */
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
 * A teacher. Only a teacher's own timetable has the externalId.
 */
export interface PersonalTeacher {
/**
 * The localId of a teacher, valid in this response only.
 */
localId: string
/**
 * Stable across all timetables and versions of the organisation.
 */
entityId: string
/**
 * Join key to the caller's own records; null when none is kept.
 */
externalId: (string | null)
/**
 * What people call the teacher; not unique.
 */
name: string
/**
 * A shorter name where space is scarce; may be empty, and not unique.
 */
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
 * A limit for planners, left out.
 */
maxPeriods: null
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
/**
 * What people call the subject; not unique.
 */
name: string
/**
 * A shorter name where space is scarce; may be empty, and not unique.
 */
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
/**
 * What people call the room; not unique.
 */
name: string
/**
 * A shorter name where space is scarce; may be empty, and not unique.
 */
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
 * How many people it seats.
 */
capacity: number
/**
 * The building it is in; may be empty.
 */
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
/**
 * What people call the group of rooms.
 */
name: string
/**
 * Items: The localId of a room, valid in this response only.
 */
memberIds: string[]
}
/**
 * A lesson with those of its groups that the units are for.
 */
export interface PersonalLesson {
/**
 * The localId of a lesson, valid in this response only.
 */
localId: string
groups: PersonalLessonGroup[]
lessonConfigurations: LessonConfigurations
/**
 * Lessons sharing it are spread across the week as one.
 */
distributionGroupId: (string | null)
}
export interface PersonalLessonGroup {
/**
 * Referenced by a unit's lessonGroupId.
 */
id: string
/**
 * What people call the group; null for the whole class.
 */
name: (string | null)
teacherIds: TeacherIds
classIds: ClassIds
subjectIds: SubjectIds
/**
 * Of a student's own timetable, the student; otherwise empty.
 * 
 * @maxItems 1
 * 
 * Items: The localId of a student, valid in this response only.
 */
studentIds: string[]
/**
 * `all`: every room in roomIds at once; `any`: one room of roomCandidateIds or of the groups in roomGroupIds; `none`. What a mode does not use is empty, and roomVariation is null.
 */
roomMode: ("all" | "any" | "none")
roomIds: RoomIds
roomCandidateIds: RoomCandidateIds
roomGroupIds: RoomGroupIds
/**
 * Whether one room serves every occurrence (`same`) or the room may change (`vary`).
 */
roomVariation: ("same" | "vary" | null)
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
 * A unit of the person.
 */
export interface PersonalLessonUnit {
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
/**
 * What people call the lessons taught at once, such as an options block; null for none.
 */
parallelGroupName: (string | null)
/**
 * Which group within a parallel block.
 */
groupName: (string | null)
/**
 * Lessons that share it are spread across the week as one; null for none.
 */
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
/**
 * A note for planners, left out.
 */
lockReason: null
teacherIds: TeacherIds1
classIds: ClassIds1
subjectIds: SubjectIds1
roomIds: RoomIds1
/**
 * Of a student's own timetable, the student; otherwise empty.
 * 
 * @maxItems 1
 * 
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
/**
 * What people call the student; not unique.
 */
name: string
/**
 * A shorter name where space is scarce; may be empty, and not unique.
 */
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
 * A course without who else teaches it, and without scheduling settings.
 */
export interface PersonalCourse {
/**
 * The localId of a course, valid in this response only.
 */
localId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * What people call the course.
 */
name: string
/**
 * The code of the course in the school's own catalogue; null for none.
 */
courseCode: (string | null)
/**
 * @maxItems 0
 * 
 * Items: The localId of a teacher, valid in this response only.
 */
teacherIds: string[]
/**
 * @maxItems 0
 * 
 * Items: The localId of a room, valid in this response only.
 */
roomIds: string[]
/**
 * @maxItems 0
 * 
 * Items: The localId of a room group, valid in this response only.
 */
roomGroupIds: string[]
/**
 * A setting for planners, left out.
 */
roomVariation: null
[k: string]: unknown
}
/**
 * A section without its other students, and without how many there are or may be.
 */
export interface PersonalSection {
/**
 * What a lesson unit's sectionLocalId names.
 */
localId: string
/**
 * What people call the section.
 */
name: string
/**
 * The localId of a course, valid in this response only.
 */
courseLocalId: string
/**
 * A limit for planners, left out.
 */
capacity: null
/**
 * Whether scheduling made it, rather than a person.
 */
isAutoGenerated: boolean
/**
 * Sections taught at the same time share it; null for none.
 */
parallelGroupId: (string | null)
teacherIds: TeacherIds2
roomIds: RoomIds2
/**
 * Who picked the room where roomMode is `any`: scheduling or a person; null otherwise.
 */
roomPickedBy: ("system" | "user" | null)
/**
 * Of a student's own timetable, the student; otherwise empty.
 * 
 * @maxItems 1
 * 
 * Items: The localId of a student, valid in this response only.
 */
studentIds: string[]
}
/**
 * A day as it takes place for a person, with what is different from the plan: the lists of a day, cut down to the person; `absent` is the class itself, the student's class, or the room. Teachers have no `externalId`, but for the person.
 */
export interface DayOfPerson {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * All lessons of the person on this date as they take place, by start. One that somebody else has instead, or that takes place in another room, names the person, or the student's class, only in `original`.
 */
lessons: DatedLesson[]
/**
 * The person's lessons that do not take place then. They are not in `lessons`.
 */
cancelled: CancelledLesson[]
/**
 * Those for everybody, and those for the class or the student's class.
 */
notes: PublishedNote[]
absent: Absent
}
/**
 * Answer of Get Timetable.
 */
export interface GetTimetableResponse {
/**
 * Always true: the answer has `data`.
 */
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
/**
 * What people call the teacher; not unique.
 */
name: string
/**
 * A shorter name where space is scarce; may be empty, and not unique.
 */
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
lessonConfigurations: LessonConfigurations
/**
 * Lessons sharing it are spread across the week as one.
 */
distributionGroupId: (string | null)
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
/**
 * What people call the lessons taught at once, such as an options block; null for none.
 */
parallelGroupName: (string | null)
/**
 * Which group within a parallel block.
 */
groupName: (string | null)
/**
 * Lessons that share it are spread across the week as one; null for none.
 */
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
/**
 * Why the unit was placed or pinned by hand; null where nobody said, and where it was not.
 */
lockReason: (string | null)
teacherIds: TeacherIds1
classIds: ClassIds1
subjectIds: SubjectIds1
roomIds: RoomIds1
/**
 * Items: The localId of a student, valid in this response only.
 */
studentIds: string[]
}
/**
 * A section of a course: the students taught together.
 */
export interface Section {
/**
 * An id that has a meaning inside one object only, such as a day of a bell schedule or a group of a lesson.
 */
localId: string
/**
 * What people call the section.
 */
name: string
/**
 * The localId of a course, valid in this response only.
 */
courseLocalId: string
/**
 * The most students; null for no limit.
 */
capacity: (number | null)
/**
 * Whether scheduling made it, rather than a person.
 */
isAutoGenerated: boolean
/**
 * Sections taught at the same time share it; null for none.
 */
parallelGroupId: (string | null)
teacherIds: TeacherIds2
roomIds: RoomIds2
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
 * Answer of Get Week.
 */
export interface GetWeekResponse {
/**
 * Always true: the answer has `data`.
 */
success: true
data: Week
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * The data of Get Week: the lessons that take place in an ISO week, by start, then in the document's order; and what is different from the plan.
 */
export interface Week {
/**
 * The generation of the documents that it was made from.
 */
generation: number
/**
 * An ISO 8601 week, such as 2026-W48.
 */
week: string
/**
 * The IANA name of the school's time zone.
 */
timeZone: string
/**
 * What takes place. Cancelled lessons are not among them.
 */
lessons: DatedLesson[]
cancelled: CancelledLesson[]
notes: DatedNote[]
absent: DatedAbsent[]
}
export interface DatedNote {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
/**
 * What the school says.
 */
text: string
/**
 * Null for everybody.
 */
classes: (NamedEntity[] | null)
}
/**
 * Classes that are away, and rooms that cannot be used.
 */
export interface DatedAbsent {
/**
 * A calendar day as the number YYYYMMDD. It belongs to no time zone.
 */
date: number
classes: NamedEntity[]
rooms: Participant[]
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
 * links/<handle>/<SHA-256 of the token>.json: all that decides a request with a link, but for the state of its organisation.
 */
export interface LinkRecord {
/**
 * Version of the published output. A reader refuses any other.
 */
formatVersion: 2
/**
 * An organisation's id: lower case, since it names a folder.
 */
organisationId: string
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
linkId: string
/**
 * What the link shows.
 */
kind: ("class" | "teacher" | "room" | "student")
/**
 * An id of the organisation's database: an organisation, a timetable, a version, an entity or a key.
 */
entityId: string
/**
 * What the link is for; null where nobody said so, and once it is revoked.
 */
name: (string | null)
/**
 * First moment at which the link is refused; null for never.
 */
expiresAt: (string | null)
/**
 * Whether it is refused: it was revoked, or what it shows is gone.
 */
revoked: boolean
/**
 * The id of the database transaction that wrote all but `documents`, as in the organisation's access.
 */
fence: number
/**
 * What the link shows; null until it is derived for the first time, once the link is revoked, and while it is withheld.
 */
documents: (PersonalFiles | null)
/**
 * What it would show is not published, since what all links of the organisation show would take more than the limit. Absent otherwise.
 */
withheld?: true
}
export interface PersonalFiles {
/**
 * The generation of the documents that it was made from. It stays as it is while later ones say the same of the person.
 */
generation: number
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
changedAt: string
feed: PublishedFeed
my: PublishedFile
/**
 * The feed leaves out lessons that do not take place for the person. Absent otherwise.
 */
hidesCancelled?: true
basis?: LinkBasis
}
export interface PublishedFeed {
/**
 * A SHA-256 in lower-case hexadecimal.
 */
hash: string
identity: StoredFeed
gzip: StoredFeed
}
export interface StoredFeed {
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
 * By which derived work finds out that the files are right, without reading them. Without it they are made anew.
 */
export interface LinkBasis {
/**
 * Of what the feed is made from; null when that cannot be told.
 */
source: (string | null)
/**
 * A SHA-256 in lower-case hexadecimal.
 */
feed: string
/**
 * A SHA-256 in lower-case hexadecimal.
 */
my: string
/**
 * Of all files of the person in the store, in all encodings and with the state of the feed.
 */
bytes: number
/**
 * Something in them is not as planned, so that they do not follow from the documents and the calendar alone. Absent otherwise.
 */
changed?: true
}
/**
 * Answer of List Changes.
 */
export interface ListChangesResponse {
/**
 * Always true: the answer has `data`.
 */
success: true
data: Changes
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
timestamp: string
}
/**
 * Answer of List Timetables.
 */
export interface ListTimetablesResponse {
/**
 * Always true: the answer has `data`.
 */
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
derived?: Derived1
days?: DaysPart1
changes?: ChangesPart1
}
/**
 * The part of an organisation's record that says what it shows at this moment; earlier ones lie in organisations/<id>/history/. `publishedList` is the list without drafts, for keys that see published versions only: the same file as `list` where there are no drafts, and absent in pointers of earlier releases, with which such keys are answered nothing.
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
publishedList?: PublishedFile
/**
 * By version id.
 */
timetables: {
[k: string]: PublishedVersion
}
/**
 * The id of the database transaction that wrote it, or the revision of another source: no two writings have the same bytes, so a publisher that wakes up late finds that another has published meanwhile.
 */
fence?: number
}
export interface PublishedVersion {
/**
 * A SHA-256 in lower-case hexadecimal.
 */
hash: string
identity: StoredForm
gzip: StoredForm
br: StoredForm
/**
 * Keys that see published versions only are told that there is no such version. Absent for a published one.
 */
draft?: true
}
/**
 * The part of an organisation's record that says what is derived from its documents and its calendar. An organisation without a calendar has none.
 */
export interface Derived1 {
/**
 * The generation of the documents that it was made from.
 */
generation: number
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
publishedAt: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
validFrom: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
validUntil: string
/**
 * The release of the time-zone data that was used.
 */
tzdata: string
calendar: PublishedFile
/**
 * By ISO week: the one at validFrom and the next five.
 */
weeks: {
[k: string]: PublishedFile
}
/**
 * By ISO week: the same weeks, cut to each class, teacher and room. Absent in records of earlier releases.
 */
slices?: {
[k: string]: IndexedPack
}
/**
 * The same of packs.
 * 
 * @maxItems 1000
 */
replacedPacks?: ReplacedPack[]
/**
 * Files that were named a moment ago, which a reader may still be loading.
 * 
 * @maxItems 1000
 */
replaced: ReplacedFile[]
/**
 * As in the pointer.
 */
fence?: number
}
/**
 * The part of an organisation's record that says what takes place on which day: one pack, and where each day stands in it. An organisation without a calendar has none.
 */
export interface DaysPart1 {
/**
 * The generation of the documents that it was made from.
 */
generation: number
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
publishedAt: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
validFrom: string
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
validUntil: string
/**
 * The release of the time-zone data that was used.
 */
tzdata: string
pack: Pack
/**
 * By date: from the Monday of the week of validFrom to 14 days after it.
 */
days: {
[k: string]: PackedFile
}
/**
 * Packs that were named a moment ago, which a reader may still be reading.
 * 
 * @maxItems 1000
 */
replaced: ReplacedPack[]
/**
 * As in the pointer.
 */
fence?: number
}
/**
 * The part of an organisation's record that says what changed: one pack with the list, each change, and what the next one is compared with.
 */
export interface ChangesPart1 {
/**
 * The generation of the documents that the last comparison was with. Its files are kept.
 */
generation: number
/**
 * ISO 8601 UTC date-time with milliseconds.
 */
publishedAt: string
pack: IndexedPack
/**
 * Packs that were named a moment ago, which a reader may still be reading.
 * 
 * @maxItems 1000
 */
replaced: ReplacedPack[]
/**
 * As in the pointer.
 */
fence?: number
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
/**
 * What was found, by a name that stays. An earlier release does not write it.
 */
code?: string
/**
 * The school's things that it is about, such as the name of a class, a day and a period, and numbers. An earlier release does not write them.
 */
values?: {
[k: string]: string | number
}
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
 * Withheld versions and links.
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
