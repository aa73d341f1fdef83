import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPath } from '../../src/document/json-path.ts';
import { arbitraryText } from '../support/arbitrary-values.ts';

test.each([
  [[], '$'],
  [['lessons', 3, 'groups', 0, 'teacherIds', 1], '$.lessons[3].groups[0].teacherIds[1]'],
  [['sectionSettings', 'max per day', '1'], '$.sectionSettings["max per day"]["1"]'],
  [['', 'a"b\\'], '$[""]["a\\"b\\\\"]'],
])('%j is written %s', (segments, path) => {
  expect(jsonPath(segments)).toBe(path);
});

test('a path can be parsed back to its segments, with any names', () => {
  const segment = fc.oneof(arbitraryText, fc.constantFrom('_a', '$', 'a1', '1a', 'é'), fc.nat());
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      const parts =
        jsonPath(segments)
          .slice(1)
          .match(/\.[\w$]+|\["(?:[^"\\]|\\.)*"\]|\[\d+\]/gsu) ?? [];
      const read = parts.map((part) => (part.startsWith('.') ? part.slice(1) : JSON.parse(part.slice(1, -1))));
      expect(read).toEqual(segments);
    }),
  );
});
