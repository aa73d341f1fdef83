import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { entityTag, matchesEntityTag } from '../../src/serve/http/etag.ts';
import { paths } from '../../src/snapshot/paths.ts';

test('the entity tag is weak and has the hash of the file name, regardless of the stored sizes', () => {
  const stored = { bytes: 26, sha256: 'a'.repeat(64) };
  const file = { hash: `${'c'.repeat(32)}${'d'.repeat(32)}`, identity: stored, gzip: stored, br: stored };
  expect(entityTag(file)).toBe(`W/"${'c'.repeat(32)}"`);
  expect(entityTag({ ...file, gzip: { ...stored, bytes: 27 } })).toBe(entityTag(file));
  expect(paths.file(org('north'), 'v1', file.hash, 'br')).toContain(entityTag(file).slice(3, -1));
});

describe('If-None-Match', () => {
  const tag = 'W/"0123456789abcdef0123456789abcdef"';

  test.each([
    [undefined, false],
    ['', false],
    [tag, true],
    [tag.slice(2), true],
    [`w/${tag.slice(2)}`, true],
    [`"a", ${tag}`, true],
    [`${tag},"a"`, true],
    ['*', true],
    [' * ', true],
    ['"*"', false],
    ['"a", *', false],
    [tag.slice(3, -1), false],
    [tag.toUpperCase(), false],
    ['"0123456789abcdef"', false],
    [`"x${tag.slice(3)}`, false],
    ['"', false],
    ['""', false],
  ])('%j matches: %j', (ifNoneMatch, matches) => {
    expect(matchesEntityTag(ifNoneMatch, tag)).toBe(matches);
  });

  test('a list matches if and only if it contains the tag', () => {
    const other = fc.stringMatching(/^[0-9a-f]{32}$/).map((hash) => `"${hash}"`);
    fc.assert(
      fc.property(fc.array(other), fc.boolean(), fc.nat(), (others, isThere, position) => {
        const tags = isThere ? others.toSpliced(position % (others.length + 1), 0, tag) : others;
        expect(matchesEntityTag(tags.join(', '), tag)).toBe(isThere);
      }),
    );
  });
});
