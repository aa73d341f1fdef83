// Generated from src/client by `npm run generate-declarations`. Do not edit.
import type { AccessEndedResponse, BellSchedule, BellTime, Break, Calendar, CancelledLesson, Change, ChangedUnit, Changes, Class, Course, DatedLesson, Day, ErrorResponse, Lesson, LessonKind, LessonUnit, Like, NamedEntity, OtherPlace, Participant, Period, PersonalTimetable, PublishedCalendar, Room, RoomGroup, Section, Student, Subject, Teacher, Timetable, TimetableList, TimetableVersionSummary, UnitOfChange, Week } from "./belfry-contract.js";
export type * from "./belfry-contract.js";
type SchoolDayCount = {
    /** How many days that count lie before a day. */
    daysBefore(day: number): number;
    /** How many weeks with a day that counts lie before the week of a day. */
    weeksBefore(day: number): number;
};
/**
 * @param counts whether the day at an index counts, as `dayIndex` numbers them
 * @param weekStart the day of the week on which weeks begin; 1 is Monday
 */
declare function countSchoolDays(counts: (index: number) => boolean, weekStart: number): SchoolDayCount;
type SchoolDay = {
    date: number;
    isSchoolDay: boolean;
    /** Of the exception or the closure that decides; null when none does. */
    name: string | null;
    /** What decides; null on an ordinary school day. */
    why: 'exception' | 'closure' | 'outside terms' | 'weekday' | null;
    /** The day of the cycle that runs instead. */
    like: Like | null;
    /** The times of a day with other bells. */
    periods: readonly BellTime[] | null;
};
type SchoolYear = {
    calendar: Calendar;
    /** The first day of the school's week; 1 is Monday. */
    weekStart: number;
    /**
     * What holds for a class, or else for everybody: for a date the same object wherever the same rule decides.
     * @param date YYYYMMDD
     */
    on(date: number, classEntityId?: string | null): SchoolDay;
    /**
     * What holds for some classes only: one entry for each exception and then each closure, in the calendar's order, that
     * decides for at least one class, with the classes that it decides for.
     */
    scopesOn(date: number): readonly Scope[];
    /** What counts in a cycle, which belongs to the whole school: days of everybody's, without exceptions that do not count. */
    count(): SchoolDayCount;
};
type Scope = {
    classEntityIds: string[];
    day: SchoolDay;
};
/** @param calendar one that `checkCalendar` finds nothing wrong with */
declare function createSchoolYear(calendar: Calendar): SchoolYear;
type Which = {
    groupId: string;
    name: string;
    date: number;
};
type InUse<Version = TimetableVersionSummary> = 
/** One version applies on the day. */
(Which & {
    state: 'one';
    version: Version;
})
/**
 * Several versions apply. `version` is the one to show: the one marked isCurrent, or else the one that began last, or
 * else the newest. `others` are the rest in that order. The school should give the earlier one an end.
 */
 | (Which & {
    state: 'several';
    version: Version;
    others: Version[];
})
/**
 * No version applies. `previous` is the last to end before the day, `next` the first to begin after it; both are null
 * when no version of this timetable was ever published.
 */
 | (Which & {
    state: 'none';
    version: null;
    previous: Version | null;
    next: Version | null;
});
/**
 * One entry for each timetable (groupId), in the order of the list.
 * @throws RangeError when `date` is not a calendar day
 */
declare function findInUse<Version extends TimetableVersionSummary>(versions: readonly Version[], date: DateLike): InUse<Version>[];
/** A calendar day, as '2026-09-01' or in the API's form, 20260901. */
type DateLike = string | number;
/**
 * The day as a number, YYYYMMDD.
 * @throws RangeError when `date` is not a calendar day
 */
declare function toDay(date: DateLike): number;
/** As 2026-09-01. @param day from `toDay` */
declare const isoDay: (day: number) => string;
/** Days since 1 January 1970, a Thursday. @param day from `toDay` */
declare const daysSince1970: (day: number) => number;
/** The day of a moment at UTC. @param moment milliseconds since 1970 */
declare function dayAtUtc(moment: number): number;
declare const addDays: (day: number, days: number) => number;
/** Negative when `to` is earlier. */
declare const daysBetween: (from: number, to: number) => number;
/** Each day from one to another, both included. */
declare const daysFrom: (from: number, to: number) => number[];
/** 1 is Monday, 7 is Sunday. */
declare const weekdayOf: (day: number) => number;
/** The Monday of its week. */
declare const mondayOf: (day: number) => number;
declare const firstOfMonth: (day: number) => number;
/** The first of the month so many months later. @param first a first of a month */
declare const addMonths: (first: number, months: number) => number;
type UnitPair = Pick<ChangedUnit, 'kind' | 'before' | 'after'>;
/** @returns the pairs that differ, by kind; the same whatever the order of the units */
declare function pairUnits(before: readonly UnitOfChange[], after: readonly UnitOfChange[]): UnitPair[];
/** The part of the platform's `fetch` that is used. */
type Fetch = (url: string, init: {
    headers: Record<string, string>;
    signal: AbortSignal;
}) => Promise<Response>;
type RawAnswer = {
    status: number;
    etag: string | null;
    retryAfter: string | null;
    requestId: string | null;
    text: string;
};
type AttemptOptions = {
    fetch: Fetch;
    /** Milliseconds for one attempt, body included. */
    timeout: number;
    /** Attempts after the first. */
    retries: number;
    /** Milliseconds to wait before attempt 1, 2, ... after the first; the default doubles from 250 with jitter. */
    backoff: (attempt: number) => number;
    signal: AbortSignal | undefined;
};
/** Full jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), never above 10 seconds. */
declare const defaultBackoff: (attempt: number) => number;
/**
 * The first response that is not worth a retry, or the last one.
 * @throws NoAnswerError, TimeoutError, or the reason of the caller's abort
 */
declare function attemptUntilAnswered(url: string, headers: Record<string, string>, options: AttemptOptions): Promise<RawAnswer>;
/** A timetable as a caller keeps it. */
type TimetableCopy = {
    /** When it was read whole, in milliseconds since 1970. */
    readAt: number;
    /** How often it has each unit, by the unit's key. */
    units: ReadonlyMap<string, number>;
};
/** What identifies a unit: its day, its period, and the entityIds of its subjects, teachers, classes and rooms. */
declare const keyOfUnit: ({ dayId, periodIndex, subjects, teachers, classes, rooms }: UnitOfChange) => string;
/** @param readAt when it was asked for, in milliseconds since 1970 */
declare function copyTimetable(timetable: Timetable, readAt: number): TimetableCopy;
/**
 * Applies an entry, the oldest first. A timetable that does not fit it is taken out of the copies: read it again when all
 * entries have been applied, and put it in.
 * @param copies by the id of the version; not modified
 * @returns the copies after the entry, and the ids of the timetables that have to be read
 */
declare function applyChange(copies: ReadonlyMap<string, TimetableCopy>, { publishedAt, timetables, units }: Change): {
    copies: Map<string, TimetableCopy>;
    toRead: string[];
};
/** Keep `latestId` for the next call. */
type ChangesSince = 
/** Oldest first, each with its units; none when nothing changed. */
{
    state: 'followed';
    latestId: string;
    changes: Change[];
}
/**
 * Everything has to be read. `first`: no id was given. `outside`: entries may have left since the id. `truncated`: an entry leaves
 * something out. `unavailable`: the server lists no changes yet, or is an older one; then `latestId` is null.
 */
 | {
    state: 'readEverything';
    latestId: string | null;
    why: 'first' | 'outside' | 'truncated' | 'unavailable';
};
type ChangeCalls = {
    /** What changed in the last 30 days, newest first, without units; null where the server lists no changes. */
    changes(options?: CallOptions): Promise<Changes | null>;
    /**
     * What changed since an entry: the list, and one request for each entry with changed lessons, a hundred at most.
     * @param id the `latestId` that the last call gave; null the first time
     */
    changesSince(id: string | null, options?: FollowOptions): Promise<ChangesSince>;
};
type FollowOptions = CallOptions & {
    /** entityIds: only entries that name one of them are read, and the others are left out. */
    concerning?: readonly string[];
};
/** @param readOnce for the entries: each is read once, so they need no cache */
declare function changeCalls(read: Read, readOnce: Read): ChangeCalls;
/** @param changes the oldest first @param timetableId of the version whose lessons are compared */
declare function netChanges(changes: readonly Change[], timetableId: string): UnitPair[];
/**
 * The entityIds of the classes, teachers, rooms, students, subjects and courses for which `compareVersions` finds a change,
 * and of a few for which it finds none, such as a class that shares a lesson with one whose bells have changed.
 */
declare function changedEntities(before: Timetable | ResolvedTimetable, after: Timetable | ResolvedTimetable): Set<string>;
/**
 * A lesson is the same one in both versions when it has the same subjects, classes, group and section; otherwise one is
 * gone and one is added. Students, locks, colours and names are not compared. Days are matched by week and weekday: in a
 * cycle with another number of weeks every lesson has moved.
 */
declare function compareVersions(before: Timetable | ResolvedTimetable, after: Timetable | ResolvedTimetable, entity: EntitySelection): VersionComparison;
/** Like a GridSelection, with an entityId in place of the localId. */
type EntitySelection = GridSelection;
/** `moved`: to another day, time or length, or no longer scheduled. `otherTimes`: the same periods at other clock times. */
type ChangeKind = 'added' | 'gone' | 'moved' | 'otherTimes' | 'otherTeacher' | 'otherRoom';
/** A lesson of one version, as its grid shows it; `section` is the name of its section in a student-level timetable. */
type ComparedLesson = {
    section: string | null;
    day: CycleDay;
    cell: PlacedCell;
}
/** A lesson that could not be scheduled. */
 | {
    section: string | null;
    day: null;
    cell: GridCell;
};
type LessonChange = {
    kinds: ChangeKind[];
    before: ComparedLesson;
    after: ComparedLesson;
}
/** The only kind of change is `added`. */
 | {
    kinds: ChangeKind[];
    before: null;
    after: ComparedLesson;
}
/** The only kind of change is `gone`. */
 | {
    kinds: ChangeKind[];
    before: ComparedLesson;
    after: null;
};
type VersionComparison = {
    /** The two grids; without lessons where a version does not have the entity. */
    before: Grid;
    after: Grid;
    /** In the order of time; unscheduled lessons last. */
    changes: LessonChange[];
};
type TimetableClient = TimetableCalls & DayCalls & ChangeCalls & {
    /** What is in use on a day, for each timetable of the organisation. A day is '2026-09-01' or 20260901. */
    inUseOn(date: DateLike, options?: CallOptions): Promise<InUse[]>;
};
/**
 * Calls fail with the errors of errors.ts: RefusedError, AccessEndedError, BrokenAnswerError, NoAnswerError, TimeoutError.
 * @throws RangeError for a key that is not valid in a header
 */
declare function createClient(options: ClientOptions): TimetableClient;
type ClientOptions = {
    /** Belfry's base URL, such as https://timetables.example; it may have a path. */
    baseUrl: string;
    /** The API key. It belongs on a server, not in a page that others open. */
    key: string;
    /** A cache of answers, each revalidated before use; null for none. Default: the last 50, in memory. */
    cache?: ResponseCache | null;
    /** Milliseconds for one attempt. Default 15 000. */
    timeout?: number;
    /** Retries after a 5xx or no answer. Default 2. */
    retries?: number;
    /** Milliseconds to wait before a retry; retries count from 1. Default: doubling, with jitter. */
    backoff?: (attempt: number) => number;
    /** Whether to use the partner paths, /api/partner/v1. */
    partner?: boolean;
    /** Replaces the platform's `fetch`. */
    fetch?: Fetch;
};
type CallOptions = {
    /** Aborts the call, which then fails with the signal's reason. */
    signal?: AbortSignal;
};
/**
 * The `data` of an answer.
 * @param path below /api/v1/
 * @throws the errors of errors.ts
 */
type Read = (path: string, call?: CallOptions) => Promise<object>;
/** @throws RangeError for a key that is not valid in a header */
declare function createReader(options: ClientOptions): Read;
/** An organisation may have no calendar, and a server of earlier versions has none of its paths. Neither is a failure. */
declare function nullWithoutCalendar<Data>(answer: Promise<Data>): Promise<Data | null>;
type SchoolCalendar = {
    /**
     * The date at the school as YYYYMMDD, and the time there as HH:MM: what counts is its time zone, not the caller's.
     * @param moment milliseconds since 1970; now if it is left out
     */
    now(moment?: number): {
        date: number;
        time: string;
    };
    /**
     * What holds on a date: for one class, by entityId, or for everybody.
     * @throws RangeError when `date` is not a calendar day
     */
    on(date: DateLike, classEntityId?: string | null): SchoolDay;
    /**
     * The first school day after a date, as YYYYMMDD; null when there is none within 400 days.
     * @throws RangeError when `date` is not a calendar day
     */
    nextSchoolDay(date: DateLike, classEntityId?: string | null): number | null;
};
declare function schoolYearOf(calendar: Calendar): SchoolYear;
/** @param calendar from `client.calendar()`, or a file of `npm run calendar -- export` */
declare function calendarOf(calendar: Calendar): SchoolCalendar;
type CycleDay = {
    /** From 1; null when all weeks are the same. */
    week: number | null;
    /** 1 is Monday. */
    dayOfWeek: number;
    /** From 0: which of the week's Mondays, in a cycle that does not number its weeks. */
    turn: number;
    label: string;
    shortLabel: string;
};
type NamedDay = Pick<GridDay, 'dayOfWeek' | 'label' | 'shortLabel'>;
/** Each day with its place in the cycle, in order. */
declare function cycleDays<Day extends NamedDay>(weeks: readonly {
    week: number | null;
    days: readonly Day[];
}[]): {
    place: CycleDay;
    day: Day;
}[];
type DayNumbers = Pick<CycleDay, 'week' | 'dayOfWeek' | 'turn'>;
declare const isSameDay: (one: DayNumbers, other: DayNumbers) => boolean;
/** In the order of the cycle. */
declare const byDay: (one: DayNumbers, other: DayNumbers) => number;
/** The lessons that take place at a time of a day, and those that begin next. */
type NowAndNext = {
    now: PlacedCell[];
    next: PlacedCell[];
};
/**
 * @param day from `lessonsOn`
 * @param time HH:MM of the school's clock, 24 hours
 * @throws RangeError when `time` has another form, since times are compared as text
 */
declare function nowAndNext(day: GridDay | null, time: string): NowAndNext;
/** Whether a lesson of the day has ended. One that does not end after its start ends on the next day. */
declare const isOver: ({ startTime, endTime }: {
    startTime: string;
    endTime: string;
}, time: string) => boolean;
type OnDateOptions = {
    /** The calendar, as `client.calendar()` returns it; without one, or with null, weeks are counted from effectiveFrom. */
    calendar?: Calendar | null;
    /** How many weeks the school is ahead of that count. It is not used with a calendar. */
    shift?: number;
    /**
     * What is different from the plan, as `client.day()`, `client.week()` and `client.weekOf()` return it. For other dates, and
     * without a calendar, it is not used. Only for `lessonsOn`, and a slice only for its own class, teacher or room.
     */
    different?: Day | Week | null;
};
/**
 * The week of the cycle on a date, as days of the timetable number it (weekInCycle).
 * @returns null when all weeks are the same, and where the calendar says that no week of the cycle is on
 * @throws RangeError when `date` is not a calendar day
 */
declare function weekOn(timetable: Timetable | ResolvedTimetable, date: DateLike, { calendar, shift }?: OnDateOptions): number | null;
/**
 * The day of a class, teacher, room, student or subject on a date: its lessons in `blocks`, its periods and breaks in
 * `timelines`. With a calendar its times are those of the date, and holidays are considered; without one they are not. With what
 * is different on the day, `blocks` has what takes place, and `cancelled` what does not.
 * @returns null on a day without lessons at this school, and where the version does not apply on the date
 * @throws RangeError when `date` is not a calendar day
 */
declare function lessonsOn(timetable: Timetable | ResolvedTimetable, selection: GridSelection, date: DateLike, { calendar, shift, different }?: OnDateOptions): GridDay | null;
/**
 * The day of the cycle on a date, of the default bell schedule where there are several.
 * @returns null on a day without lessons at this school
 * @throws RangeError when `date` is not a calendar day
 */
declare function dayOn(timetable: Timetable | ResolvedTimetable, date: DateLike, { calendar, shift }?: OnDateOptions): CycleDay | null;
/** HH:MM on a day of the cycle. */
type TimeInCycle = CycleDay & {
    startTime: string;
    endTime: string;
};
type SchoolPeriod = TimeInCycle & {
    name: string;
};
/** All periods of these bell schedules in the order of time. Those with the same times are one, named by the first. */
declare function schoolPeriods(document: Timetable, scheduleIds: ReadonlySet<string>): SchoolPeriod[];
/** Finds the times of a unit on bell schedules: none when it is not scheduled. */
declare function unitTimes(document: Timetable): (unit: LessonUnit, scheduleIds: readonly string[]) => TimeInCycle[];
/** A time that ends when the other begins does not overlap it. */
declare const overlaps: (one: TimeInCycle, other: TimeInCycle) => boolean;
/** Ten years. No version is used for that long, and an absurdly long cycle must not fill the memory. */
declare const maxWeeks = 520;
/**
 * The weeks until all cycles of these bell schedules begin together again: six with cycles of two and of three weeks.
 * @returns null when all weeks are the same
 */
declare function weeksInCycle(schedules: readonly BellSchedule[]): number | null;
/**
 * The weeks of the timetable's cycle in which each day of a bell schedule takes place; null for a day of every week.
 * @param cycle `weeksInCycle` of all bell schedules of the timetable
 */
declare function weeksOfDays(schedule: BellSchedule, cycle: number | null): (ReadonlySet<number> | null)[];
/** Whose slice of a week, by entityId. */
type SliceOf = {
    class: string;
} | {
    teacher: string;
} | {
    room: string;
};
type DayCalls = {
    /**
     * What takes place on a day, and what is different from the plan: from Monday of this week to 14 days ahead. Null when the
     * organisation has no calendar. Another day is refused. A day is '2026-09-01' or 20260901.
     */
    day(date: DateLike, options?: CallOptions): Promise<Day | null>;
    /**
     * The lessons that take place in an ISO week, such as '2026-W48': this one or one of the next five. Null when the
     * organisation has no calendar. Another week is refused; one that no calendar has, without a request.
     */
    week(id: string, options?: CallOptions): Promise<Week | null>;
    /** The same, cut down to one class, teacher or room, by entityId: a small answer. Who is not known is refused. */
    weekOf(id: string, of: SliceOf, options?: CallOptions): Promise<Week | null>;
};
declare function dayCalls(read: Read): DayCalls;
type LessonList = 'subjects' | 'teachers' | 'classes' | 'rooms';
/**
 * `cancelled`; `movedAway`: it takes place at another time; `replaced`: it takes place, but for others, or in another room;
 * `movedHere`: it was planned for another time; `changed`: who, what or where differs; `remark`: only its text is new; `added`:
 * nobody planned it.
 */
type DifferenceMark = 'cancelled' | 'movedAway' | 'replaced' | 'movedHere' | 'changed' | 'remark' | 'added';
type LessonDifference = {
    mark: DifferenceMark;
    /** Whether the lesson does not take place then, or not for the person: it is to be struck through. */
    isOff: boolean;
    kind: LessonKind;
    /** Who and what was planned and is no more. Empty where the school does not show who is replaced. */
    before: Record<LessonList, readonly NamedEntity[]>;
    /** The lists that differ. */
    changed: readonly LessonList[];
    /** Where a moved lesson was planned, or takes place. */
    other: OtherPlace | null;
    text: string | null;
};
/**
 * @param isOff whether it takes place, but no longer for the class, teacher or room whose lessons are shown
 * @returns null for a lesson that takes place as planned
 */
declare function differenceOf(lesson: DatedLesson | CancelledLesson, isOff?: boolean): LessonDifference | null;
/**
 * Whether a changed lesson takes place without the person whose lessons are shown: somebody else has it, or it is in another
 * room.
 * @param list in which the person is named
 */
declare const isElsewhere: (lesson: DatedLesson, list: LessonList, entityIds: ReadonlySet<string>) => boolean;
declare const namesOne: (list: readonly Participant[], entityIds: ReadonlySet<string>) => boolean;
type RefusalCode = ErrorResponse['error']['code'] | AccessEndedResponse['code'];
/** The base class of all errors of this client, except the reason of the caller's own abort. */
declare abstract class TimetableError extends Error {
    abstract readonly kind: 'refused' | 'access-ended' | 'broken-answer' | 'no-answer' | 'timeout';
}
/** The API refused; `status` and `code` are those of the specification. */
declare class RefusedError extends TimetableError {
    readonly name: string;
    readonly kind: 'refused' | 'access-ended';
    readonly status: number;
    /** A code of the specification, or one that a later server may add. */
    readonly code: RefusalCode | (string & {});
    /** For a 500: the id by which the operator finds the cause in the log. */
    readonly requestId: string | null;
    constructor(status: number, code: string, message: string, requestId: string | null);
}
/** 402: the organisation's access has ended. The same key works again once it is restored. */
declare class AccessEndedError extends RefusedError {
    readonly name = "AccessEndedError";
    readonly kind = "access-ended";
    readonly access: AccessEndedResponse['access'];
    readonly lockedBecause: AccessEndedResponse['lockedBecause'];
    constructor({ code, access, lockedBecause, error }: AccessEndedResponse);
}
/** The response is not from this API: a proxy's error page, a captive portal, a truncated body. */
declare class BrokenAnswerError extends TimetableError {
    readonly name = "BrokenAnswerError";
    readonly kind = "broken-answer";
    readonly status: number;
    constructor(status: number, message: string, options?: {
        cause: unknown;
    });
}
/** No answer: no network, no such host, the connection broke, or a browser blocked the answer (CORS). */
declare class NoAnswerError extends TimetableError {
    readonly name = "NoAnswerError";
    readonly kind = "no-answer";
}
/** An attempt timed out. */
declare class TimeoutError extends TimetableError {
    readonly name = "TimeoutError";
    readonly kind = "timeout";
}
/**
 * The periods of the cycle in order: those of the bell schedules that the selections follow, or of all. Periods of several
 * schedules with the same times are one; others may overlap.
 */
declare function periodsOf(timetable: Timetable | ResolvedTimetable, selections?: readonly GridSelection[]): SchoolPeriod[];
/**
 * The rooms without a lesson at a time, in the document's order. A room that the organisation no longer has is left out.
 * @param at a period of `periodsOf`, or any other time of a day of it
 * @param alsoIn the other timetables in use, which share the rooms. Where the cycle of one has another length, a lesson in any
 * of its weeks counts, since weeks of two cycles cannot be compared
 */
declare function freeRooms(timetable: Timetable | ResolvedTimetable, at: TimeInCycle, alsoIn?: readonly (Timetable | ResolvedTimetable)[]): Room[];
/** The periods of the cycle, in order, in which none of them has a lesson. */
declare function freeTogether(timetable: Timetable | ResolvedTimetable, selections: readonly GridSelection[]): SchoolPeriod[];
/** The units of a selection, in the document's order. */
declare function findUnits(timetable: ResolvedTimetable, selection: GridSelection): readonly LessonUnit[];
/**
 * The localIds of all classes, teachers, rooms, students, subjects and courses that have a unit, placed or not: those for
 * which `findUnits` is not empty.
 */
declare const idsWithUnits: (timetable: ResolvedTimetable) => Set<string>;
/**
 * The units of each entity, by localId. A student-level unit often names students but no class; it then belongs to the
 * classes of its students. A unit that names a class but no student belongs to all its students.
 */
declare function unitsByEntity(timetable: ResolvedTimetable): ReadonlyMap<string, readonly LessonUnit[]>;
/**
 * The bell schedules that give a unit its times: those of the unit's classes; for a class, a group or a student, the schedules
 * of their own classes. A unit without classes runs on the default schedule.
 */
declare function schedulesOf(timetable: ResolvedTimetable, unit: LessonUnit, selection: GridSelection): string[];
/** The bell schedules that a selection's days and times come from: its class's, and those of its units. */
declare function allSchedulesOf(timetable: ResolvedTimetable, selection: GridSelection, units: readonly LessonUnit[]): Set<string>;
/** The classes that determine a selection's bell schedules, if it is a class, a group of one or a student; the nearest first. */
declare const ownClasses: (timetable: ResolvedTimetable, selection: GridSelection) => Class[];
/**
 * To draw several grids of one timetable, pass the result of `resolveTimetable`. An unknown localId gives an empty grid.
 */
declare function gridFor(timetable: Timetable | ResolvedTimetable, selection: GridSelection): Grid;
type ChangedCell = PlacedCell & {
    /** Null for a lesson without a change. */
    change: LessonChange | null;
    /** Whether the cell shows the place that its lesson had before. */
    isFormer: boolean;
};
/** A day that only the earlier version has is shown with what it had. */
declare function gridOfChanges({ before, after, changes }: VersionComparison): GridWeek<ChangedCell>[];
/**
 * What a grid is for, by localId. A subject may also be a course of a student-level timetable (`crs_`). A class that is a group
 * of another one has that one's lessons too, if it is named: the API does not say which classes are groups.
 */
type GridSelection = {
    class: string;
    groupOf?: string;
} | {
    teacher: string;
} | {
    room: string;
} | {
    student: string;
} | {
    subject: string;
};
type Grid = {
    /** The weeks of the cycle; one week without a number when all weeks are the same. */
    weeks: GridWeek[];
    /** Unscheduled lessons: one cell for each unit or span. */
    unplaced: GridCell[];
};
type GridWeek<Cell = PlacedCell> = {
    /** From 1; null when all weeks are the same. */
    week: number | null;
    days: GridDay<Cell>[];
};
type GridDay<Cell = PlacedCell> = {
    label: string;
    shortLabel: string;
    /** 1 is Monday. */
    dayOfWeek: number;
    /** The bell schedules of the day: several when the selection is taught on several. */
    timelines: GridTimeline[];
    /** The lessons, in the order of time. */
    blocks: GridBlock<Cell>[];
    /**
     * What was planned and does not take place then, or not for the selection. Left out where `lessonsOn` was not told what is
     * different on the day.
     */
    cancelled?: PlacedCell[];
};
/** One day of one bell schedule. */
type GridTimeline = {
    bellSchedule: BellSchedule;
    dayId: string;
    periods: readonly Period[];
    breaks: readonly Break[];
};
/** Cells that overlap in time, to be drawn side by side. Most blocks have one cell. */
type GridBlock<Cell = PlacedCell> = {
    startTime: string;
    endTime: string;
    /** The parallelGroupName, where all cells of the block share one. */
    name: string | null;
    /** How many columns the cells need. */
    lanes: number;
    cells: Cell[];
};
/** A unit, or the units of a double or longer period. */
type GridCell = {
    /** In the order of their periods; empty only for what was added on a day, or is of another version. */
    units: LessonUnit[];
    subjects: (Subject | Course)[];
    teachers: Teacher[];
    classes: Class[];
    rooms: Room[];
    students: Student[];
    /** The group of a split or parallel lesson; null for the whole class. */
    groupName: string | null;
    locked: boolean;
    lockReason: string | null;
};
type PlacedCell = GridCell & {
    bellScheduleId: string;
    /** The first and the last period; the same for a single period, and -1 for what a day added or moved. */
    periodIndex: number;
    lastPeriodIndex: number;
    startTime: string;
    endTime: string;
    /** From 0 to the block's `lanes` - 1. */
    lane: number;
    /**
     * The lesson as Get Day and Get Week have it, with its status, what was planned, and its text, where `lessonsOn` was told what
     * is different on the day. Who is not in the version then has an empty localId, and a plain name an empty entityId as well.
     */
    dated?: DatedLesson | CancelledLesson;
    /** Whether it does not take place then, or not for the selection. */
    isOff?: boolean;
};
/** A list with its lookups. The API allows several items with one externalId; the first is found. */
type Lookup<Item> = {
    all: readonly Item[];
    byLocalId: ReadonlyMap<string, Item>;
    byEntityId: ReadonlyMap<string, Item>;
    byExternalId: ReadonlyMap<string, Item>;
};
type ResolvedTimetable = {
    document: Timetable;
    /** Of a timetable that is cut down to one person, the localId of who has all its units; otherwise null. */
    onlyFor: string | null;
    teachers: Lookup<Teacher>;
    subjects: Lookup<Subject>;
    classes: Lookup<Class>;
    rooms: Lookup<Room>;
    /** By `id` in place of a localId. */
    roomGroups: Lookup<RoomGroup>;
    /** The lists of a student-level timetable; empty in a class-based one. */
    students: Lookup<Student>;
    courses: Lookup<Course>;
    sections: Lookup<Section>;
    /** Lessons and units have only a localId. */
    lessons: Lookup<Lesson>;
    lessonUnits: Lookup<LessonUnit>;
    bellSchedules: Lookup<BellSchedule>;
    /** The subject with this id, or the course if the id begins with `crs_`. */
    taught(localId: string): Subject | Course | undefined;
    /** The bell schedule that a class runs on. */
    bellScheduleOf(schoolClass: Class): BellSchedule;
    /** The unit's own students, or else those of its section. */
    studentIdsOf(unit: LessonUnit): readonly string[];
};
/** The timetable itself if it is resolved already. */
declare const ensureResolved: (timetable: Timetable | ResolvedTimetable) => ResolvedTimetable;
declare function resolveTimetable(document: Timetable | PersonalTimetable): ResolvedTimetable;
/** A cached answer: the text of its body, and its ETag. */
type CachedResponse = {
    etag: string;
    body: string;
};
type ResponseCache = {
    get(url: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
    set(url: string, response: CachedResponse): void | Promise<void>;
};
/** An LRU cache in memory of at most `entries` answers. */
declare function memoryCache(entries?: number): ResponseCache;
type TimetableCalls = {
    /** All versions of the organisation, newest first. */
    list(options?: CallOptions): Promise<TimetableList>;
    /** One version in full. An id that no version can have is refused, as an unknown one is, without a request. */
    get(id: string, options?: CallOptions): Promise<Timetable>;
    /** The calendar; null when the organisation has none. */
    calendar(options?: CallOptions): Promise<PublishedCalendar | null>;
};
declare const timetableCalls: (read: Read) => TimetableCalls;
export { AccessEndedError, BrokenAnswerError, NoAnswerError, RefusedError, TimeoutError, TimetableError, applyChange, calendarOf, changedEntities, compareVersions, copyTimetable, createClient, dayOn, differenceOf, findInUse, freeRooms, freeTogether, gridFor, gridOfChanges, idsWithUnits, keyOfUnit, lessonsOn, memoryCache, netChanges, nowAndNext, periodsOf, resolveTimetable, type CachedResponse, type CallOptions, type ChangeCalls, type ChangeKind, type ChangedCell, type ChangesSince, type ClientOptions, type ComparedLesson, type CycleDay, type DateLike, type DifferenceMark, type EntitySelection, type FollowOptions, type Grid, type GridBlock, type GridCell, type GridDay, type GridSelection, type GridTimeline, type GridWeek, type InUse, type LessonChange, type LessonDifference, type LessonList, type Lookup, type NowAndNext, type OnDateOptions, type PlacedCell, type RefusalCode, type ResolvedTimetable, type ResponseCache, type SchoolCalendar, type SchoolDay, type SchoolPeriod, type SliceOf, type TimeInCycle, type TimetableClient, type TimetableCopy, type VersionComparison, weekOn, weeksInCycle };
