// The demo school with a calendar and with links, published and served, for the tests of the person's page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { PersonalTimetables } from '../../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../../src/demo/demo-school.ts';
import { folderStore } from '../../../../src/store/folder/folder-store.ts';
import type { TestLink } from '../../../support/belfry-with.ts';
import { demoCalendar } from '../demo-calendar.ts';
import { useViewer, type Viewer } from '../use-viewer.ts';

export const demoDocuments = demoSchool()
  .documents.map(({ document }) => document)
  .filter(({ id }) => ['upper-2026-v1', 'main-2026-v1'].includes(id));
/** The same in another organisation, since ids are unique. */
const elsewhere = demoDocuments.slice(0, 1).map((document) => ({ ...document, id: 'plain-v1', groupId: 'plain' }));

export type LinkedDemo = {
  readonly viewer: Viewer;
  /** Links of class 11A, of a teacher, and of class 11A at a school without a calendar. */
  readonly tokens: { class11A: string; teacher: string; plain: string };
  /** Another link of class 11A. */
  link(): Promise<TestLink>;
  /** What the link shows, as the server answers. */
  shown(token: string): Promise<PersonalTimetables>;
  /** Changes what is stored of a link until it is put back: as of one that shows nothing yet, or as a damaged disk does. */
  spoil(sha256: string, how: 'showing nothing' | 'damaged'): Promise<() => Promise<void>>;
};

/** @param now when it is published, as ISO 8601 */
export function useLinkedDemo(now: string): LinkedDemo {
  const viewer = useViewer(
    [
      { id: 'demo-school', name: 'Demo school', documents: demoDocuments, calendar: demoCalendar },
      { id: 'plain-school', name: 'Plain school', documents: elsewhere },
    ],
    now,
  );
  const link = () => viewer.belfry.createLink('demo-school', ['class', 'class-11A']);
  const tokens = { class11A: '', teacher: '', plain: '' };
  beforeAll(async () => {
    tokens.class11A = (await link()).token;
    tokens.teacher = (await viewer.belfry.createLink('demo-school', ['teacher', 'teacher-01'])).token;
    tokens.plain = (await viewer.belfry.createLink('plain-school', ['class', 'class-11A'])).token;
  });
  return {
    viewer,
    tokens,
    link,
    async shown(token) {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${viewer.belfry.url}/api/v1/my`, { headers });
      if (!answer.ok) throw new Error(`the link is answered with ${answer.status}`);
      // The server sends only what satisfied this schema when it was published.
      const { data } = (await answer.json()) as { data: PersonalTimetables };
      return data;
    },
    async spoil(sha256, how) {
      const store = folderStore(viewer.belfry.folder);
      const [path] = (await store.list('links/')).map((file) => file.path).filter((each) => each.includes(sha256));
      if (path === undefined) throw new Error('the link has no record');
      const before = readFileSync(join(viewer.belfry.folder, path));
      const record = how === 'damaged' ? '{' : JSON.stringify({ ...JSON.parse(String(before)), documents: null });
      await store.write([{ path, bytes: Buffer.from(record) }]);
      return () => store.write([{ path, bytes: before }]);
    },
  };
}
