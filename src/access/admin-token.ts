// The token of an admin, who signs in to the dashboard, is `belfry_admin_` and a checked secret. An admin may belong to no
// organisation, so the part in place of the handle is random too. No handle has the underscore of this prefix, so no token is a
// key or a link, and none of those is a token.

import { createHandle } from './api-key.ts';
import { createCheckedSecret, handleAfter } from './checked-secret.ts';

export const adminTokenPrefix = 'belfry_admin_';

/**
 * A new token. It is shown once; what is stored is its hash, from `identifyAdminToken`.
 * @param randomBytes returns that many bytes from a cryptographic source
 */
export const createAdminToken = (randomBytes: (count: number) => Uint8Array): string =>
  adminTokenPrefix + createCheckedSecret(createHandle(randomBytes), randomBytes);

/**
 * What finds an admin: the hash of the whole token. Nothing is hashed unless the text is a token.
 * @param sha256 of a text in UTF-8, in lower-case hexadecimal
 * @returns null when the text is not a token or its checksum is wrong
 */
export const identifyAdminToken = (text: string, sha256: (text: string) => string): string | null =>
  handleAfter(adminTokenPrefix, text) === null ? null : sha256(text);
