// A served published output: one organisation, its key, and a server until the test ends.

import { type PublishedFolder, publishedFolder } from './published-folder.ts';
import { type RunningServer, runningServer } from './running-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Served = {
  form: PublishedFolder;
  server: RunningServer;
  key: string;
  /** The header that carries the key. */
  bearer: { Authorization: string };
};

export const listPath = '/api/v1/timetables';

/** Serves `documents` as the timetables of the organisation `north` until the test ends, or until `whenDone`. */
export async function served(
  documents: Record<string, unknown>,
  options: Parameters<typeof runningServer>[1] = {},
): Promise<Served> {
  const form = publishedFolder(await temporaryFolder(options.whenDone));
  const key = await form.addOrganisation('north', documents);
  const server = await runningServer(form.folder, options);
  return { form, server, key, bearer: { Authorization: `Bearer ${key}` } };
}
