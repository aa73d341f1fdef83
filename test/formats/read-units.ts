// The placed units of a School as text; see made-school.ts.

import type { School } from '../../src/formats/school/school.ts';
import { inWords } from './made-school.ts';

export const readUnits = ({ lessons }: School): string[] =>
  inWords(
    lessons.flatMap(({ identity, groups, units }) =>
      units.flatMap(({ group, at, rooms }) => {
        const { teachers = [], subjects = [], classes = [] } = groups[group] ?? {};
        const lesson = identity.permanentId ?? '';
        const words = { lesson, teachers, subjects, classes, rooms };
        return at === null ? [] : [{ ...words, at: `${at.week}/${at.day}/${at.period}` }];
      }),
    ),
  );
