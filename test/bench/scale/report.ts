// Formats the figures of many schools and editors, with the targets.

import { table } from '../../../scripts/support/print-report.ts';
import type { Compared } from './compare-triggers.ts';
import type { BulkFigures } from './measure-bulk.ts';
import type { EditorFigures } from './measure-editors.ts';
import type { FairnessFigures } from './measure-fairness.ts';
import type { StormFigures } from './measure-storm.ts';

export const reportEditors = ({ machine, rounds, seconds, editors, published, drafts }: EditorFigures): string[] => {
  const row = (what: string, { withTriggers, without, ratio }: Compared) => [
    what,
    withTriggers.toFixed(0),
    without.toFixed(0),
    ratio.toFixed(2),
    'at least 0.75',
  ];
  return [
    machine,
    `Unit moves a second of ${editors} editors of different schools, medians; rounds: ${rounds}, each load ${seconds} s`,
    ...table(
      ['', 'with triggers', 'without', 'ratio', 'aim'],
      [row('published versions', published), row('drafts', drafts)],
    ),
  ];
};

export const reportBulk = ({ machine, rounds, schools, loads }: BulkFigures): string[] => [
  machine,
  `Unit moves in one transaction, ${schools} schools, seconds, medians; rounds: ${rounds}`,
  ...table(
    ['', 'rows', 'with triggers', 'without', 'ratio', 'aim', 'versions', 'queue entries'],
    loads.map(({ name, rows, withTriggers, without, ratio, versions, entries }, index) => [
      name,
      String(rows),
      withTriggers.toFixed(2),
      without.toFixed(2),
      ratio.toFixed(2),
      index === 0 ? 'at most 1.5' : 'at most 1.3',
      String(versions),
      String(entries),
    ]),
  ),
];

export const reportFairness = ({
  machine,
  rounds,
  versions,
  alone,
  beside,
  renameSeconds,
}: FairnessFigures): string[] => [
  machine,
  `A school's change to its reader, documents of 1 MB, milliseconds; rounds: ${rounds}`,
  ...table(
    ['', 'p50', 'p99', 'max', 'aim'],
    [
      ['nothing else to publish', ...[alone.p50, alone.p99, alone.max].map((time) => time.toFixed(0))],
      [
        `another renames a teacher of ${versions} versions`,
        ...[beside.p50, beside.p99, beside.max].map((time) => time.toFixed(0)),
        'at most 1,000',
      ],
    ],
  ),
  `Changes beside the renames: ${beside.changes}. A rename took ${renameSeconds.p50.toFixed(1)} s (p50).`,
];

export const reportStorm = (figures: StormFigures): string[] => {
  const { machine, schools, firstBuild, storm, underAWriter, watchers, peakMegabytes } = figures;
  return [
    machine,
    ...table(
      [`${schools} schools of three versions`, '', 'aim'],
      [
        ['first build, schools/s', firstBuild.schoolsPerSecond.toFixed(1), 'at least 25'],
        ['peak memory of it, MB', firstBuild.peakMegabytes.toFixed(0), 'under 300'],
        [`${storm.publishing} publish within 10 s, schools/s`, storm.schoolsPerSecond.toFixed(1), 'at least 20'],
        ['commit to published, s, p50', storm.seconds.p50.toFixed(2), 'at most 10'],
        ['the same, p99', storm.seconds.p99.toFixed(2), 'at most 25'],
        ['1 MB changed to served under a writer a second, ms, p50', underAWriter.p50.toFixed(0), ''],
        [`the same, p99 of ${underAWriter.changes}`, underAWriter.p99.toFixed(0), 'at most 1,000'],
        [
          `peak memory of ${watchers === 1 ? 'the watcher' : `one of ${watchers} watchers`}, MB`,
          peakMegabytes.toFixed(0),
          'under 300',
        ],
      ],
    ),
  ];
};
