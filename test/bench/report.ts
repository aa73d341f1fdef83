// Formats the figures of `npm run bench`.

import { table } from '../../scripts/support/print-report.ts';
import type { BuildingFigures } from './building/compare-building.ts';
import type { Levels } from './compression-levels.ts';
import type { EdgeFigures } from './edge-round-trips.ts';
import type { GrowthPoint } from './growth/measure-growth.ts';
import type { ServingFigures } from './serving/compare-serving.ts';
import type { BusyFigures } from './serving/measure-busy.ts';

const whole = (value: number) => Math.round(value).toLocaleString('en-GB');
const size = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

export function reportServing({
  machine,
  generator,
  rounds,
  secondsEach,
  documentBytes,
  loads,
}: ServingFigures): string[] {
  const { identity, gzip, br } = documentBytes;
  return [
    machine,
    `Serving: ${rounds} rounds of ${secondsEach} s with ${generator}, servers on one core, the generator on another.`,
    `The full timetable: ${size(identity)} plain, ${size(gzip)} gzip, ${size(br)} br.`,
    ...loads.flatMap(({ name, speeds }) => [
      '',
      ...table(
        [name, 'requests/s', 'slowest to fastest', 'Belfry against it'],
        speeds.map(({ contestant, requestsPerSecond, slowest, fastest, belfryAgainstIt }) => [
          contestant,
          whole(requestsPerSecond),
          `${whole(slowest)} to ${whole(fastest)}`,
          belfryAgainstIt === 1 ? '' : `${belfryAgainstIt.toFixed(2)}x`,
        ]),
      ),
    ]),
  ];
}

export const reportBusy = ({ machine, generator, rounds, organisations, ...figures }: BusyFigures): string[] => {
  const { quiet, busy, changes, steady } = figures;
  const latency = ({ p50, p99 }: BusyFigures['steady']['belfry']) => [p50.toFixed(2), p99.toFixed(2)];
  return [
    machine,
    `The list with ${whole(organisations)} keys of as many organisations, ${rounds} rounds with ${generator}, against a bare server:`,
    `  by itself                                  ${quiet.toFixed(2)}`,
    `  10 publish and 5 are revoked each second   ${busy.toFixed(2)}`,
    `${changes.published} published, ${changes.revoked} keys revoked; ${changes.laterGrants} answers 200 to a revoked key.`,
    '',
    ...table(
      ['1,000 requests a second, ms', 'p50', 'p99'],
      [
        ['Belfry', ...latency(steady.belfry)],
        ['bare node:http', ...latency(steady.bare)],
        ['ratio', (steady.belfry.p50 / steady.bare.p50).toFixed(2), (steady.belfry.p99 / steady.bare.p99).toFixed(2)],
      ],
    ),
  ];
};

export const reportEdge = (figures: EdgeFigures): string[] =>
  table(
    ['round trip, ms', 'list', 'full', '304', 'no key'],
    figures.map(({ roundTrip, list, full, notModified, unknownKey }) => [
      String(roundTrip),
      ...[list, full, notModified, unknownKey].map((time) => `${time.toFixed(1)} (${(time / roundTrip).toFixed(2)})`),
    ]),
  );

export const reportBuilding = ({ rounds, documents, documentBytes, ...times }: BuildingFigures): string[] => [
  '',
  `Building: ${rounds} rounds of ${documents} documents of ${size(documentBytes)}, milliseconds a document:`,
  `  PostgreSQL alone, json_agg   ${times.jsonAgg.toFixed(1)}`,
  `  Belfry, whole build          ${times.belfry.toFixed(1)}`,
  `  ratio                        ${times.ratio.toFixed(2)} (${times.best.toFixed(2)} to ${times.worst.toFixed(2)})`,
];

export const reportGrowth = (points: readonly GrowthPoint[]): string[] =>
  [...new Set(points.map(({ axis }) => axis))].flatMap((axis) => [
    '',
    ...table(
      [axis, 'full build ms', 'one change ms', 'publisher MB', 'server start ms', 'server MB'],
      points
        .filter((point) => point.axis === axis)
        .map(({ value, full, change, peakMegabytes, startUp, serving }) => [
          value,
          ...[full, change, peakMegabytes, startUp, serving].map((figure) => whole(figure)),
        ]),
    ),
  ]);

export const reportLevels = ({ document, stored, levels }: Levels): string[] => [
  `${document}, published: ${size(stored.identity)} plain, ${size(stored.gzip)} gzip, ${size(stored.br)} br`,
  ...table(
    ['level', 'bytes', 'ms', ''],
    levels.map(({ name, bytes, milliseconds, published }) => [
      name,
      whole(bytes),
      milliseconds.toFixed(1),
      published ? 'published' : '',
    ]),
  ),
];
