// Shows what would change before an earlier generation is shown again.

import { type Child, element, joined, nameOf } from '../../ui/element.ts';
import type { Generation, Publication } from '../answers.ts';
import { callControl, newIdempotencyKey, readControl } from '../call-control.ts';
import { momentInWords } from '../moments.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { say } from '../say.ts';
import { compareGenerations } from './compare-generations.ts';
import { followRun } from './follow-run.ts';

/** Seconds that the server may wait for the result. */
const wait = 10;
/** Versions listed of each kind, and those whose names are read. */
const [mostShown, mostNamed] = [50, 200];

export async function rollBackDialog(
  earlier: Generation,
  publication: Publication,
  { path }: PartOf,
  refresh: () => Promise<void>,
): Promise<void> {
  const versions = await readControl<'listVersions'>(`${path}/timetables?limit=${mostNamed}`);
  const names = new Map<string, string>();
  if (versions.outcome === 'done')
    for (const { id, name, versionNumber } of versions.body.items)
      names.set(id, `${name}, ${say('versionNumber', { number: versionNumber })}`);
  const idempotencyKey = newIdempotencyKey();
  confirmDialog({
    heading: say('rollBackTo', { moment: momentInWords(earlier.publishedAt) }),
    explanation: [
      element('span', { class: 'findings', role: 'list' }, ...changesOf(earlier, publication, names)),
      say('rollBackMeans'),
    ],
    word: null,
    button: say('rollBack'),
    action: () =>
      callControl<'rollBack'>(`${path}/rollback`, {
        method: 'POST',
        body: { to: earlier.generation },
        idempotencyKey,
        wait,
      }),
    done: (started) => void followRun(started, refresh),
  });
}

function changesOf(earlier: Generation, publication: Publication, names: ReadonlyMap<string, string>): Child[] {
  const item = (...content: Child[]) => element('span', { role: 'listitem', class: 'line' }, ...content);
  const [now, then] = [publication.timetables, earlier.timetables];
  if (now === undefined || then === undefined)
    return [
      item(say('versionsNow', { count: publication.versions })),
      item(say('versionsThen', { count: earlier.versions })),
    ];
  const { appear, disappear, change, stay } = compareGenerations(now, then);
  const kinds = [
    ['wouldAppear', appear],
    ['wouldDisappear', disappear],
    ['wouldChange', change],
  ] as const;
  const changed = kinds.filter(([, ids]) => ids.length > 0);
  return [
    ...changed.map(([kind, ids]) =>
      item(
        `${say(kind, { count: ids.length })}: `,
        ...joined(
          ids.slice(0, mostShown).map((id) => nameOf(names.get(id) ?? id)),
          '; ',
        ),
        ids.length > mostShown && ` ${say('andMore', { count: ids.length - mostShown })}`,
      ),
    ),
    item(changed.length === 0 ? say('nothingWouldChange') : say('wouldStay', { count: stay.length })),
  ];
}
