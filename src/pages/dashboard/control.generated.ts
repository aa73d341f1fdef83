// Generated from the control API's description by `npm run generate-types`. Do not edit.

import type { Calendar, DayChanges, Timetable } from '../../contract/types.generated.ts';

export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @description Such as urn:belfry:not-found. */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description The id of the request, which is in the log. */
            instance: string;
            errors?: components["schemas"]["FieldError"][];
            /** @description Of an import: what was found in the file. */
            report?: {
                [key: string]: unknown;
            };
            nearlyEmpty?: components["schemas"]["NearlyEmpty"];
        };
        FieldError: {
            /** @description A JSONPath into the body, such as $.name. */
            path: string;
            message: string;
            /** @description The lessons that may have been meant. */
            candidates?: {
                id: string;
                startTime: string;
                subjects: string[];
                teachers: string[];
                classes: string[];
                rooms: string[];
            }[];
            /** @description What was found, by a name that stays; absent where an earlier release found it. */
            code?: string;
            /** @description The school's things that it is about, such as the name of a class, a day and a period, and numbers. */
            values?: {
                [key: string]: string | number;
            };
        };
        NearlyEmpty: {
            /** @description Lesson units that have a time. */
            placed: number;
            /** @description Those of the version that would end. */
            placedBefore: number;
            /** @description The version that would end. */
            before: string;
        };
        Me: {
            id: string;
            name: string;
            organisationId: string | null;
            /** @enum {string} */
            role: "operator" | "manager" | "viewer";
        };
        Organisation: {
            id: string;
            name: string;
            /** @enum {string} */
            access: "active" | "locked:trial_ended" | "locked:plan_ended" | "locked:payment_failed" | "suspended";
            api: boolean;
            /** @description Whom readers see of the teachers in changes of days: those with keys, and those with links. */
            teachersInChanges: {
                /**
                 * @description all; substitute: the new ones, but not who is replaced; or none.
                 * @enum {string}
                 */
                keys: "all" | "substitute" | "none";
                /**
                 * @description all; substitute: the new ones, but not who is replaced; or none.
                 * @enum {string}
                 */
                links: "all" | "substitute" | "none";
            };
            /** @description Of its calendar; null without one. Absent where the organisation is created or changed. */
            timeZone?: string | null;
        };
        ListedOrganisation: {
            id: string;
            name: string;
            /** @enum {string} */
            access: "active" | "locked:trial_ended" | "locked:plan_ended" | "locked:payment_failed" | "suspended";
            api: boolean;
            /** @description Whom readers see of the teachers in changes of days: those with keys, and those with links. */
            teachersInChanges: {
                /**
                 * @description all; substitute: the new ones, but not who is replaced; or none.
                 * @enum {string}
                 */
                keys: "all" | "substitute" | "none";
                /**
                 * @description all; substitute: the new ones, but not who is replaced; or none.
                 * @enum {string}
                 */
                links: "all" | "substitute" | "none";
            };
            publication?: components["schemas"]["PublicationState"];
        };
        PublicationState: {
            isPublished: boolean;
            /** @description The age of its oldest change that waits; null when none does. */
            lagSeconds: number | null;
            withheldVersions: number;
            withheldLinks: number;
            orphanedChanges: number;
            isFailing: boolean;
            isRolledBack: boolean;
        };
        Key: {
            id: string;
            name: string;
            /** @description Whether the key sees published versions only, not drafts. */
            publishedOnly: boolean;
            /** Format: date-time */
            createdAt: string | null;
            createdBy: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            revokedBy: string | null;
            /**
             * Format: date-time
             * @description To the minute, as far as the servers that run know; null for unknown.
             */
            lastUsedAt: string | null;
        };
        CreatedKey: {
            id: string;
            /** @description The API key. Shown this once: null in the answer to a repeated request. */
            key: string | null;
            name: string;
            /** Format: date-time */
            expiresAt: string | null;
            publishedOnly: boolean;
        };
        RotatedKey: {
            id: string;
            /** @description The new API key. Shown this once: null in the answer to a repeated request. */
            key: string | null;
            name: string;
            /** Format: date-time */
            expiresAt: string | null;
            publishedOnly: boolean;
            former: {
                id: string;
                /** Format: date-time */
                expiresAt: string;
            };
        };
        Link: {
            linkId: string;
            /** @enum {string} */
            kind: "class" | "teacher" | "room" | "student";
            entityId: string;
            /** @description The name of the class, teacher, room or student. */
            entityName: string | null;
            name: string | null;
            /**
             * @description Whether its feed shows lessons that do not take place.
             * @enum {unknown}
             */
            cancelled: "show" | "hide";
            /** Format: date-time */
            createdAt: string | null;
            createdBy: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            revokedBy: string | null;
            /** Format: date-time */
            endedAt: string | null;
        };
        CreatedLink: {
            linkId: string;
            /** @description The token of the link. Shown this once: null in the answer to a repeated request. */
            token: string | null;
            /** @enum {string} */
            kind: "class" | "teacher" | "room" | "student";
            entityId: string;
            /** @description The name of the class, teacher, room or student. */
            entityName: string | null;
            name: string | null;
            /** Format: date-time */
            expiresAt: string | null;
        };
        CreatedLinks: {
            links: components["schemas"]["CreatedLink"][];
            skipped: number;
        };
        Entity: {
            /** @enum {string} */
            kind: "class" | "teacher" | "room" | "student";
            entityId: string;
            name: string;
        };
        VersionBells: {
            id: string;
            name: string;
            groupId: string;
            versionNumber: number;
            versionName: string | null;
            /** @enum {string} */
            status: "draft" | "published";
            isCurrent: boolean;
            publishedAt: string | null;
            effectiveFrom: number | null;
            effectiveTo: number | null;
            schedulingMode: string;
            createdAt: string;
            updatedAt: string;
            /** @description As the timetable has it. */
            bellSchedule: {
                [key: string]: unknown;
            };
        };
        ShownDay: {
            from: number;
            to: number;
            changes: {
                [key: string]: unknown;
            }[];
            notes: {
                [key: string]: unknown;
            }[];
            absent: {
                [key: string]: unknown;
            }[];
            /** @description What is kept and not applied, since its lesson is gone; it applies again when the lesson is back. */
            orphaned: components["schemas"]["FieldError"][];
            /** @description What takes place, as readers with a key get it; null without a calendar. */
            day: {
                [key: string]: unknown;
            } | null;
        };
        StoredDays: {
            /** @enum {string} */
            outcome: "stored" | "unchanged";
            dryRun: boolean;
            /** @description Rows that were inserted, changed or deleted. */
            written: number;
            differences: components["schemas"]["DayDifferences"];
            from: number;
            to: number;
            changes: {
                [key: string]: unknown;
            }[];
            notes: {
                [key: string]: unknown;
            }[];
            absent: {
                [key: string]: unknown;
            }[];
            warnings: components["schemas"]["FieldError"][];
        };
        DayDifferences: {
            /** @description Changes, notes and absences together. */
            added: number;
            changed: number;
            removed: number;
            same: number;
        };
        DayFileReport: {
            /** @enum {string} */
            outcome: "stored" | "unchanged" | "refused";
            dryRun: boolean;
            report: components["schemas"]["DayConversionReport"];
            /** @description Of a file that is refused. */
            problems?: components["schemas"]["DayFileProblem"][];
            /** @description Rows that were inserted, changed or deleted. */
            written?: number;
            differences?: components["schemas"]["DayDifferences"];
            warnings?: components["schemas"]["DayFileProblem"][];
        };
        DayFileProblem: {
            /** @description Of the file; null where it has none, or it is not known. */
            line: number | null;
            /** @description A JSONPath into the changes; null where the file cannot be read that far. */
            path: string | null;
            message: string;
            /** @description The lessons that may have been meant. */
            candidates?: {
                id: string;
                startTime: string;
                subjects: string[];
                teachers: string[];
                classes: string[];
                rooms: string[];
            }[];
            /** @description What was found, by a name that stays; absent where an earlier release found it. */
            code?: string;
            /** @description The school's things that it is about, such as the name of a class, a day and a period, and numbers. */
            values?: {
                [key: string]: string | number;
            };
        };
        Finding: {
            path: string;
            message: string;
            row?: string | null;
            /** @description What was found, by a name that stays; absent where an earlier release found it. */
            code?: string;
            /** @description The school's things that it is about, such as the name of a class, a day and a period, and numbers. */
            values?: {
                [key: string]: string | number;
            };
        };
        WithheldVersion: {
            versionId: string;
            lastGoodIsServed: boolean;
            problems: components["schemas"]["Finding"][];
            more?: number;
        };
        VersionWarnings: {
            versionId: string;
            warnings: components["schemas"]["Finding"][];
        };
        Retry: {
            kind: string;
            failures: number;
            error: string;
            retryAt: string | null;
        };
        Version: {
            id: string;
            name: string;
            groupId: string;
            versionNumber: number;
            versionName: string | null;
            /** @enum {string} */
            status: "draft" | "published";
            isCurrent: boolean;
            publishedAt: string | null;
            effectiveFrom: number | null;
            effectiveTo: number | null;
            schedulingMode: string;
            createdAt: string;
            updatedAt: string;
        };
        ListedVersion: {
            id: string;
            name: string;
            groupId: string;
            versionNumber: number;
            versionName: string | null;
            /** @enum {string} */
            status: "draft" | "published";
            isCurrent: boolean;
            publishedAt: string | null;
            effectiveFrom: number | null;
            effectiveTo: number | null;
            schedulingMode: string;
            createdAt: string;
            updatedAt: string;
            /** @enum {string} */
            served: "current" | "earlier" | "none";
            /** @enum {string|null} */
            because: "withheld" | "waiting" | "rolled back" | null;
        };
        StoredVersion: {
            /** @enum {string} */
            outcome: "created" | "replaced" | "unchanged";
            version: components["schemas"]["Version"];
        };
        ImportReport: {
            /** @enum {string} */
            outcome: "imported" | "published" | "unchanged" | "different" | "nearly empty" | "refused" | "not converted";
            isDryRun: boolean;
            files: string[];
            report: components["schemas"]["ConversionReport"];
            timetable?: {
                id: string;
                name: string;
                status: string;
                versionNumber: number;
            };
            document?: components["schemas"]["Timetable"];
            /** @description Against the version before. */
            changes?: components["schemas"]["LessonChanges"] | null;
            before?: string | null;
            teachers?: number;
            known?: number;
            placed?: number;
            placedBefore?: number;
            problems?: components["schemas"]["FieldError"][];
        };
        ConversionReport: {
            /**
             * @description belfry is the `data` of Get Timetable, which is stored as it is.
             * @enum {string|null}
             */
            format: "asc" | "untis" | "fet" | "belfry" | null;
            /** @description In the words of the program that wrote the file. */
            read: {
                [key: string]: number;
            };
            /** @description Null where the file cannot be converted. */
            made: {
                [key: string]: number;
            } | null;
            /** @description What was left out; without `why` because a timetable has no place for it. */
            losses: {
                code: string;
                values?: {
                    name: string;
                };
                what: string;
                count: number;
                why?: string;
            }[];
            rules: {
                rule: string;
                /** @enum {string} */
                severity: "error" | "warning" | "info";
                count: number;
            }[];
            findings: {
                rule: string;
                /** @enum {string} */
                severity: "error" | "warning" | "info";
                place: {
                    file: string;
                    line?: number;
                    element?: string;
                    row?: number;
                };
                message: string;
                values?: {
                    name: string;
                };
            }[];
            /** @description What a person has to say of it, or may choose. */
            questions: components["schemas"]["Question"][];
        };
        Question: {
            /** @enum {string} */
            about: "bells";
            periods: string[];
        } | {
            /** @enum {string} */
            about: "firstDay";
            chosen: number | null;
        } | {
            /** @enum {string} */
            about: "term" | "week";
            names: string[];
            chosen: number | null;
        } | {
            /** @enum {string} */
            about: "students";
            count: number;
            chosen: boolean;
        };
        LessonChanges: {
            added: {
                count: number;
                /** @description The first of them. */
                lessons: {
                    [key: string]: unknown;
                }[];
            };
            gone: {
                count: number;
                /** @description The first of them. */
                lessons: {
                    [key: string]: unknown;
                }[];
            };
            moved: {
                count: number;
                /** @description The first of them. */
                lessons: {
                    [key: string]: unknown;
                }[];
            };
            otherTeacher: {
                count: number;
                /** @description The first of them. */
                lessons: {
                    [key: string]: unknown;
                }[];
            };
            otherRoom: {
                count: number;
                /** @description The first of them. */
                lessons: {
                    [key: string]: unknown;
                }[];
            };
            otherwise: {
                count: number;
                /** @description The first of them. */
                lessons: {
                    [key: string]: unknown;
                }[];
            };
            bells: boolean;
            entities: boolean;
        };
        DayConversionReport: {
            format: string | null;
            from: number | null;
            to: number | null;
            rows: number;
            changes: number;
            notes: number;
            absent: number;
            losses: {
                code: string;
                count: number;
            }[];
            findings: {
                rule: string;
                /** @enum {string} */
                severity: "error" | "warning" | "info";
                line: number | null;
                message: string;
                /** @description The school's things that it is about, such as the name of a class, a day and a period, and numbers. */
                values: {
                    [key: string]: string | number;
                };
            }[];
            errors: number;
            warnings: number;
        };
        ShownVersion: {
            id: string;
            /** @description The same for the same content. */
            hash: string;
        };
        Generation: {
            generation: number;
            publishedAt: string;
            versions: number;
            timetables: components["schemas"]["ShownVersion"][];
        };
        Publication: {
            generation: number | null;
            publishedAt: string | null;
            rolledBackTo: number | null;
            versions: number;
            timetables: components["schemas"]["ShownVersion"][];
            pending: number;
            /** @description Seconds that the oldest change has waited. */
            lag: number;
            withheld: components["schemas"]["WithheldVersion"][];
            warnings: components["schemas"]["VersionWarnings"][];
            withheldLinks: components["schemas"]["WithheldLinks"];
            /** @description Changes of days that are kept and not applied, since their lessons are gone. */
            orphanedChanges: number;
            failing: components["schemas"]["Retry"][];
            history: components["schemas"]["Generation"][];
        };
        KeptVersion: {
            id: string;
            name: string;
            versionNumber: number;
        };
        KeptShown: {
            /** @description What readers get, which stays. */
            generation: number;
            /** @description Stored again as they are shown. */
            restored: components["schemas"]["KeptVersion"][];
            /** @description Those that are not shown. */
            deleted: components["schemas"]["KeptVersion"][];
        };
        Run: {
            id: string;
            /** @enum {string} */
            kind: "build" | "rollback";
            /** @enum {string} */
            state: "running" | "done" | "failed";
            generation: number | null;
            rolledBackTo: number | null;
            withheld?: components["schemas"]["WithheldVersion"][];
            problem?: components["schemas"]["Problem"];
        };
        WithheldLinks: {
            /** @description Links that show nothing, since what all show would take more than the limit. */
            count: number;
            first: {
                linkId: string;
                /** @enum {string} */
                kind: "class" | "teacher" | "room" | "student";
                entityId: string;
            }[];
        };
        OrganisationStatus: {
            organisationId: string;
            pointer: {
                generation: number;
                rolledBackTo: number | null;
                ageSeconds: number;
                versions: number;
            } | null;
            withheld: components["schemas"]["WithheldVersion"][];
            warnings: components["schemas"]["VersionWarnings"][];
            links: number;
            withheldLinks: components["schemas"]["WithheldLinks"];
            /** @description Changes of days that are kept and not applied, since their lessons are gone. */
            orphanedChanges: number;
            pending: {
                changes: number;
                ageSeconds: number;
            };
            retries: components["schemas"]["Retry"][];
        };
        Status: {
            queue: {
                changes: number;
                organisations: number;
                lagSeconds: number;
            };
            publisher: {
                ageSeconds: number;
                watching: boolean;
                silent: string | null;
            } | null;
            held: {
                [key: string]: unknown;
            };
            /** @description Receivers that are not there, and for how long nobody has sent what is due. */
            webhooks: {
                failing: {
                    count: number;
                    first: {
                        organisationId: string;
                        webhookId: string;
                    }[];
                };
                overdueSeconds: number;
            };
            totals: {
                organisations: number;
                published: number;
                withheldVersions: number;
                withheldLinks: number;
                /** @description Changes of days that are kept and not applied, since their lessons are gone. */
                orphanedChanges: number;
                withheld: number;
                failing: number;
                attention: number;
            };
            urgent: components["schemas"]["OrganisationStatus"][];
            /** @description Servers that did not say when keys were last used. */
            silentServers: {
                server: string;
                reason: string;
            }[];
        };
        Webhook: {
            /** @description Without its path for who may not change it, since that may be a secret of the receiver. */
            url: string;
            id: string;
            /** @description The events that it tells of; null for all, also those that there will be. */
            events: ("timetable.published" | "timetable.withheld" | "timetable.recovered" | "access.changed" | "key.created" | "key.revoked" | "calendar.changed" | "days.changed")[] | null;
            description: string | null;
            enabled: boolean;
            /**
             * @description waiting: an event is to be sent; retrying: the last attempt failed; failing: an event could not be delivered in all attempts; gone: the receiver answered 410, and nothing is sent until it is switched on again; off: by a person.
             * @enum {string}
             */
            state: "ok" | "waiting" | "retrying" | "failing" | "gone" | "off";
            /** Format: date-time */
            failingSince: string | null;
            /** @description Events that were not sent, since too many waited, or for two weeks. */
            dropped: number;
            /** Format: date-time */
            createdAt: string | null;
            createdBy: string | null;
            /** Format: date-time */
            rotatedAt: string | null;
        };
        CreatedWebhook: {
            /** @description Without its path for who may not change it, since that may be a secret of the receiver. */
            url: string;
            id: string;
            /** @description The events that it tells of; null for all, also those that there will be. */
            events: ("timetable.published" | "timetable.withheld" | "timetable.recovered" | "access.changed" | "key.created" | "key.revoked" | "calendar.changed" | "days.changed")[] | null;
            description: string | null;
            enabled: boolean;
            /**
             * @description waiting: an event is to be sent; retrying: the last attempt failed; failing: an event could not be delivered in all attempts; gone: the receiver answered 410, and nothing is sent until it is switched on again; off: by a person.
             * @enum {string}
             */
            state: "ok" | "waiting" | "retrying" | "failing" | "gone" | "off";
            /** Format: date-time */
            failingSince: string | null;
            /** @description Events that were not sent, since too many waited, or for two weeks. */
            dropped: number;
            /** Format: date-time */
            createdAt: string | null;
            createdBy: string | null;
            /** Format: date-time */
            rotatedAt: string | null;
            /** @description The secret of its signatures. Shown this once: null in the answer to a repeated request. */
            secret: string | null;
        };
        RotatedWebhook: {
            id: string;
            /** @description The secret of its signatures. Shown this once: null in the answer to a repeated request. */
            secret: string | null;
            /**
             * Format: date-time
             * @description Until then the former secret signs as well.
             */
            formerEndsAt: string;
        };
        SentEvent: {
            /** @description By which its delivery is found in the list of them. */
            eventId: string;
        };
        WebhookDelivery: {
            id: string;
            eventId: string;
            type: string;
            /** Format: date-time */
            timestamp: string;
            data: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            kind: "event" | "test" | "replay";
            /** @enum {string} */
            state: "pending" | "delivered" | "failed" | "dropped";
            attempts: number;
            /**
             * Format: date-time
             * @description Null once nothing more is tried.
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            answers: {
                /** Format: date-time */
                at: string;
                milliseconds: number;
                status: number | null;
                /** @description The first 1000 characters of the body. */
                answer: string | null;
                /** @description Why there was no answer. */
                error: string | null;
            }[];
        };
        AuditEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            organisationId: string | null;
            resource: string;
            action: string;
            subject: string | null;
            /** @description Of what it is about, as it is called now; null for what has no name. */
            name: string | null;
            /** @description Who acted, and the user of the database if it is not the dashboard’s own. */
            by: string | null;
            /** @enum {string} */
            via: "sql" | "command" | "api" | "page";
            from: string | null;
            adminId: string | null;
            databaseUser: string;
            old: {
                [key: string]: unknown;
            } | null;
            new: {
                [key: string]: unknown;
            } | null;
        };
        Timetable: Timetable;
        Calendar: Calendar;
        DayChanges: DayChanges;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whose token it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listOrganisations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedOrganisation"][];
                        /** @description What `after` takes for the next page; null on the last. */
                        next: string | null;
                    };
                };
            };
        };
    };
    createOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits, "_" and "-". */
                    id: string;
                    name: string;
                    /** @enum {string} */
                    access?: "active" | "locked:trial_ended" | "locked:plan_ended" | "locked:payment_failed" | "suspended";
                    api?: boolean;
                };
            };
        };
        responses: {
            /** @description It is created and published. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
        };
    };
    getOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organisation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
        };
    };
    deleteOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted, and nothing of it is published. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    access?: "active" | "locked:trial_ended" | "locked:plan_ended" | "locked:payment_failed" | "suspended";
                    api?: boolean;
                    teachersInChanges?: {
                        /**
                         * @description all; substitute: the new ones, but not who is replaced; or none.
                         * @enum {string}
                         */
                        keys?: "all" | "substitute" | "none";
                        /**
                         * @description all; substitute: the new ones, but not who is replaced; or none.
                         * @enum {string}
                         */
                        links?: "all" | "substitute" | "none";
                    };
                };
            };
        };
        responses: {
            /** @description The organisation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, without what is secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Key"][];
                        /** @description What `after` takes for the next page; null on the last. */
                        next: string | null;
                    };
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description ISO 8601, in the future; null for never. */
                    expiresAt?: string | null;
                    /** @description Whether the key sees published versions only, not drafts. */
                    publishedOnly?: boolean;
                };
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description ISO 8601, in the future; null for never. */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key, without what is secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    overlapSeconds: number;
                };
            };
        };
        responses: {
            /** @description The new key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
        };
    };
    listLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, without what is secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Link"][];
                        /** @description What `after` takes for the next page; null on the last. */
                        next: string | null;
                    };
                };
            };
        };
    };
    createLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind?: "class" | "teacher" | "room" | "student";
                    entityId?: string;
                    allOf?: ("class" | "teacher" | "room" | "student")[];
                    /** @description With `allOf` students: the entityId of the class that they are in. */
                    ofClass?: string | null;
                    name?: string | null;
                    /** @description ISO 8601, in the future; null for never. */
                    expiresAt?: string | null;
                    /**
                     * @description Whether the feed shows lessons that do not take place, with a mark, or leaves them out.
                     * @default show
                     * @enum {unknown}
                     */
                    cancelled?: "show" | "hide";
                };
            };
        };
        responses: {
            /** @description The link; with `allOf` the links. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedLink"] | components["schemas"]["CreatedLinks"];
                };
            };
        };
    };
    listEntities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Entity"][];
                        /** @description What `after` takes for the next page; null on the last. */
                        next: string | null;
                    };
                };
            };
        };
    };
    revokeLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    putCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Calendar"];
            };
        };
        responses: {
            /** @description The calendar, as it is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    deleteCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listBells: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Of at most 200 versions, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["VersionBells"][];
                    };
                };
            };
        };
    };
    getDay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form that is put, and what becomes of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownDay"];
                };
            };
        };
    };
    putDay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DayChanges"];
            };
        };
        responses: {
            /** @description What is stored now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredDays"];
                };
            };
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedVersion"][];
                        /** @description What `after` takes for the next page; null on the last. */
                        next: string | null;
                    };
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timetable"];
                };
            };
        };
    };
    putVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Timetable"];
            };
        };
        responses: {
            /** @description It replaces the version, or is the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredVersion"];
                };
            };
            /** @description It is a new version. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredVersion"];
                };
            };
        };
    };
    deleteVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    versionName?: string | null;
                };
            };
        };
        responses: {
            /** @description The version as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredVersion"];
                };
            };
        };
    };
    publishVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date
                     * @description Its first day; today at the school by default.
                     */
                    effectiveFrom?: string;
                    /** @description Although it places next to no lessons, and the version that would end does. */
                    evenIfNearlyEmpty?: boolean;
                };
            };
        };
        responses: {
            /** @description The version as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredVersion"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, without what is secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Webhook"][];
                        /** @description What `after` takes for the next page; null on the last. */
                        next: string | null;
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where it is sent: https, at a public address. */
                    url: string;
                    /** @description The events that it tells of; null for all, also those that there will be. */
                    events?: ("timetable.published" | "timetable.withheld" | "timetable.recovered" | "access.changed" | "key.created" | "key.revoked" | "calendar.changed" | "days.changed")[] | null;
                    /** @description What it is for. */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description The webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where it is sent: https, at a public address. */
                    url?: string;
                    /** @description The events that it tells of; null for all, also those that there will be. */
                    events?: ("timetable.published" | "timetable.withheld" | "timetable.recovered" | "access.changed" | "key.created" | "key.revoked" | "calendar.changed" | "days.changed")[] | null;
                    /** @description What it is for. */
                    description?: string | null;
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The webhook, without what is secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 86400 */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description The new secret, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is sent, once. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentEvent"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description What `after` takes for the next page; null on the last. */
                        next: string | null;
                    };
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentEvent"];
                };
            };
        };
    };
    getPublication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publication. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    build: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Verify the stored files too, and rewrite damaged ones. */
                    full?: boolean;
                };
            };
        };
        responses: {
            /** @description It is served. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description It takes longer; `Location` says where to ask. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    getBuild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    rollBack: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The newest earlier one by default. */
                    to?: number;
                };
            };
        };
        responses: {
            /** @description It is served. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description It takes longer; `Location` says where to ask. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    keepShown: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The generation that is shown; 409 when it is another one by now. */
                    generation?: number;
                    /** @default false */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description What was changed, or would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptShown"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What `status` shows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, without anything secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description What `after` takes for the next page; null on the last. */
                        next: string | null;
                    };
                };
            };
        };
    };
    listenToEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    putDays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DayChanges"];
            };
        };
        responses: {
            /** @description What is stored now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredDays"];
                };
            };
        };
    };
    importDayFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                };
            };
        };
        responses: {
            /** @description What became of it, or would become of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DayFileReport"];
                };
            };
        };
    };
    importFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file?: string[];
                };
            };
        };
        responses: {
            /** @description What would become of it, or that nothing has changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /** @description It is stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
        };
    };
}

export interface methods {
  build: 'POST';
  changeKey: 'PATCH';
  changeOrganisation: 'PATCH';
  changeWebhook: 'PATCH';
  createKey: 'POST';
  createLinks: 'POST';
  createOrganisation: 'POST';
  createWebhook: 'POST';
  deleteCalendar: 'DELETE';
  deleteOrganisation: 'DELETE';
  deleteVersion: 'DELETE';
  getBuild: 'GET';
  getCalendar: 'GET';
  getDay: 'GET';
  getMe: 'GET';
  getOrganisation: 'GET';
  getPublication: 'GET';
  getStatus: 'GET';
  getVersion: 'GET';
  importDayFile: 'POST';
  importFiles: 'POST';
  keepShown: 'POST';
  listAudit: 'GET';
  listBells: 'GET';
  listDeliveries: 'GET';
  listEntities: 'GET';
  listKeys: 'GET';
  listLinks: 'GET';
  listOrganisations: 'GET';
  listVersions: 'GET';
  listWebhooks: 'GET';
  listenToEvents: 'GET';
  publishVersion: 'POST';
  putCalendar: 'PUT';
  putDay: 'PUT';
  putDays: 'PUT';
  putVersion: 'PUT';
  removeWebhook: 'DELETE';
  renameVersion: 'PATCH';
  replayDelivery: 'POST';
  revokeKey: 'DELETE';
  revokeLink: 'DELETE';
  rollBack: 'POST';
  rotateKey: 'POST';
  rotateWebhook: 'POST';
  testWebhook: 'POST';
}
