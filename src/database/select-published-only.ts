// Whether a key sees published versions only, as statements select it from `api_key`. A view of a vendor in place of the table may be
// without the column: its keys see all.

import { sql } from 'kysely';

export const selectPublishedOnly = sql<boolean>`coalesce((to_jsonb(api_key) ->> 'published_only')::boolean, false)`;
