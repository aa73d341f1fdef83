// What the contestants serve: a published output for Belfry, and the same files as a plain folder for servers
// without keys.

import { link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { assembleSummary } from '../../../src/document/assemble-list.ts';
import { encodingNames, listName, paths } from '../../../src/snapshot/paths.ts';
import { newKey, publishedFolder } from '../../support/published-folder.ts';
import { largeTimetable } from '../large-timetable.ts';

/** An organisation of the bench: its keys, and the ids of its versions. */
export type BenchOrganisation = { id: string; keys: readonly string[]; versionIds: readonly string[] };

export type BenchForm = {
  /** What Belfry serves. */
  published: string;
  /** The same as `<organisation>/timetables.json` and `<organisation>/<version>.json`, each with .gz and .br beside it. */
  plain: string;
  /** One organisation with a timetable of 1 MB, and a list of six versions. */
  large: BenchOrganisation;
  /** What that timetable is. */
  largeDocument: Timetable;
  /** One organisation with one timetable of 2.5 MB, 155 kB in gzip. */
  huge: BenchOrganisation;
  /** Many organisations with small timetables. */
  small: readonly BenchOrganisation[];
  /** One organisation with more documents than the server may keep in memory. */
  cold: BenchOrganisation;
};

const suffixes = { identity: '', gzip: '.gz', br: '.br' };

export type BenchSizes = { smallOrganisations: number; keysEach: number; coldDocuments: number };

export async function makeBenchForm(
  folder: string,
  { smallOrganisations, keysEach, coldDocuments }: BenchSizes,
): Promise<BenchForm> {
  const [published, plain] = [join(folder, 'published'), join(folder, 'plain')];
  const form = publishedFolder(published);

  async function add(id: string, documents: readonly Timetable[], keyCount: number): Promise<BenchOrganisation> {
    const byId = Object.fromEntries(documents.map((document) => [document.id, document]));
    const keys = [await form.addOrganisation(id, byId, documents.map(assembleSummary))];
    while (keys.length < keyCount) {
      const key = newKey(id);
      await form.writeKey(key, id);
      keys.push(key);
    }
    const pointer = await form.publish(id, byId, documents.map(assembleSummary));
    await mkdir(join(plain, id), { recursive: true });
    for (const [name, file] of [[listName, pointer.list] as const, ...Object.entries(pointer.timetables)])
      for (const encoding of encodingNames) {
        const path = paths.file(org(id), name, file.hash, encoding);
        await link(join(published, path), join(plain, id, `${name}.json${suffixes[encoding]}`));
      }
    return { id, keys, versionIds: documents.map(({ id: versionId }) => versionId) };
  }

  const make = (orgId: string, number: number, units: number) =>
    largeTimetable({ id: `${orgId}-v${number}`, timetable: `${orgId}-${number}`, orgId, units });
  const count = (length: number) => Array.from({ length }, (_, index) => index);

  const largeDocument = make('large', 0, 1700);
  const large = await add('large', [largeDocument, ...count(5).map((index) => make('large', index + 1, 20))], 1);
  const huge = await add('huge', [make('huge', 0, 4200)], 1);
  const small: BenchOrganisation[] = [];
  for (const index of count(smallOrganisations)) {
    const id = `school-${index}`;
    small.push(await add(id, [make(id, 0, 100), make(id, 1, 60)], keysEach));
  }
  const cold = await add(
    'cold',
    count(coldDocuments).map((index) => make('cold', index, 250)),
    1,
  );
  return { published, plain, large, largeDocument, huge, small, cold };
}
