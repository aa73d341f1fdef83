// OpenAPI 3.1 of the control API, made from the schemas by which the routes check. Documents and calendars are described by the
// contract's own schemas.

import type { JsonObject } from '../../contract/collect-components.ts';
import { collectComponents } from '../../contract/collect-components.ts';

/** The parts of the description that belong to no call. */
export const openapiBase = {
  openapi: '3.1.0',
  info: {
    title: 'Timetable Control API',
    version: '1',
    description:
      'What a person does in the dashboard: organisations, keys, links, calendars, days, timetables and their publication. A token names who ' +
      'acts; what it may not see is answered as if it did not exist.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The dashboard that this description comes from' }],
  security: [{ token: [] }],
  tags: [
    { name: 'Organisations', description: 'Organisations, and who the token is.' },
    { name: 'Keys', description: 'API keys of an organisation.' },
    { name: 'Links', description: 'Links, which show one class, teacher, room or student.' },
    { name: 'Webhooks', description: 'Webhooks, which tell a receiver when something changed, and their deliveries.' },
    { name: 'Calendar', description: 'The school year of an organisation.' },
    { name: 'Days', description: 'What is different from the plan on single days.' },
    { name: 'Timetables', description: 'Versions of timetables, and the files of schools.' },
    { name: 'Publication', description: 'What readers get, builds and rollbacks.' },
    { name: 'Overview', description: 'Status, audit and events.' },
  ],
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'The token of an admin: `belfry_admin_...`.' },
    },
  },
} as const;

/** The whole description. @param routes what the routes say of themselves */
export function describeApi(routes: object, contract: ReadonlyMap<string, JsonObject>): object {
  const { components, ...rest }: { components?: { schemas?: object } } = routes;
  const documents = documentComponents(contract);
  return { ...rest, components: { ...components, schemas: { ...components?.schemas, ...documents } } };
}

/** The components of documents and calendars, by name. */
function documentComponents(schemas: ReadonlyMap<string, JsonObject>): JsonObject {
  const all = collectComponents(schemas);
  const wanted = new Set<string>();
  const visit = (name: string) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const [, next = ''] of JSON.stringify(all[name] ?? {}).matchAll(/#\/components\/schemas\/(\w+)"/g))
      visit(next);
  };
  for (const name of ['Timetable', 'Calendar', 'DayChanges']) visit(name);
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)));
}
