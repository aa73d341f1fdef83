// Ids that may become part of a path. Text is parsed once, where it enters: from a row, a record or an argument. Code that
// builds paths takes the parsed type, so an unchecked id cannot reach it.

import { InvalidIdError } from '../errors.ts';

declare const parsed: unique symbol;

/** 1 to 64 lower-case letters, digits, `_` and `-`. */
export type OrganisationId = string & { readonly [parsed]: 'organisation id' };

/** A record whose organisation id has been parsed. */
export type Owned<Kind> = Kind & { organisationId: OrganisationId };

/**
 * The part of an organisation's keys that leads to its record: 12 random lower-case letters and digits. Lower case, so
 * that two handles never name one file on a case-insensitive file system.
 */
export type Handle = string & { readonly [parsed]: 'handle' };

export const isOrganisationId = (text: unknown): text is OrganisationId =>
  typeof text === 'string' && /^[a-z0-9_-]{1,64}$/.test(text);

/** @throws InvalidIdError */
export function parseOrganisationId(text: string): OrganisationId {
  if (isOrganisationId(text)) return text;
  throw new InvalidIdError(
    `an organisation's id has 1 to 64 lower-case letters, digits, "_" and "-", not ${quoteBeginning(text)}`,
  );
}

/** The text in quotes for a message, its first 100 characters if it is longer. */
const quoteBeginning = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);

export const isHandle = (text: unknown): text is Handle => typeof text === 'string' && /^[0-9a-z]{12}$/.test(text);

/** @throws InvalidIdError */
export function parseHandle(text: string): Handle {
  if (isHandle(text)) return text;
  throw new InvalidIdError(`a handle has 12 lower-case letters and digits, not ${quoteBeginning(text)}`);
}

/** Whether the text has the form of a version's id: 1 to 64 letters, digits, `_` and `-`. */
export const isVersionId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** Whether the text is a SHA-256 in lower-case hexadecimal. */
export const isSha256 = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
