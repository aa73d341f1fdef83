// Finds where a stored file mentions an entity. An id may be as short as `7`, so each match is classified: an `entityId`,
// or text in a field that the contract does not describe, is certain; the same characters in a name, a time or another
// kind of id may be a coincidence.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { schemaFolder } from '../contract/validator.ts';
import { unknownEntity } from '../document/assemble-timetable.ts';
import { jsonPath, type Segments } from '../document/json-path.ts';

export type Mention = {
  /** JSON path, or null in a file that is not JSON. */
  at: string | null;
  /** Whether it means the entity, rather than something else with the same characters. */
  certain: boolean;
};

/** The entity's names. Other entities may have the same. */
export type EntityNames = { name: Set<string>; externalId: Set<string> };

export const noNames = (): EntityNames => ({ name: new Set(), externalId: new Set() });

/** Fields that the contract defines but that may contain any text. */
const freeTextFields = ['sectionSettings', 'message', 'row'];
/** Fields whose values cannot mean an entity. */
const described = new Set([...propertyNames()].filter((name) => ![...freeTextFields, 'entityId'].includes(name)));

/** The places where the text mentions the entity. Adds the names of its entries to `names`. */
export function findMentions(text: string, entityId: string, names: EntityNames = noNames()): Mention[] {
  // An escape may hide the id. Without escapes and without the id, the text need not be parsed.
  if (!text.includes(entityId) && !text.includes('\\u')) return [];
  const quotes = matcherOf(entityId);
  const root = parseJson(text);
  if (root === undefined) return quotes(text) ? [{ at: null, certain: true }] : [];
  const mentions: Mention[] = [];
  for (const { value, path } of walk(root)) {
    const certain = isCertain(path);
    const mention = () => mentions.push({ at: jsonPath(segmentsOf(path)), certain });
    if (typeof value === 'string') {
      if (path?.key === 'entityId' ? value === entityId : quotes(value)) mention();
      continue;
    }
    if (Reflect.get(value, 'entityId') === entityId) collectNames(value, names);
    if (Array.isArray(value)) continue;
    // The property names of a pointer's `timetables` are version ids.
    const keysAreVersions = path?.key === 'timetables';
    for (const key of Object.keys(value))
      if (!described.has(key) && key !== 'entityId' && quotes(key))
        mentions.push({ at: jsonPath([...segmentsOf(path), key]), certain: !keysAreVersions });
  }
  return mentions;
}

/** Where one of `wanted` occurs in the strings of a file: JSON paths, or null in a file that is not JSON. */
export function findTexts(text: string, wanted: ReadonlySet<string>): (string | null)[] {
  const holds = (each: string) => [...wanted].some((one) => each.includes(one));
  const written = [...wanted].some((one) => text.includes(JSON.stringify(one).slice(1, -1)));
  if (!written && !(wanted.size > 0 && text.includes('\\u'))) return [];
  const root = parseJson(text);
  if (root === undefined) return holds(text) ? [null] : [];
  return [...walk(root)].flatMap(({ value, path }) =>
    typeof value === 'string' && holds(value) ? [jsonPath(segmentsOf(path))] : [],
  );
}

/**
 * Whether a string quotes the id as a word, so that `pupil-1` is not found in `pupil-10`. A number must be the whole
 * string, since in a sentence it is a count.
 */
function matcherOf(entityId: string): (text: string) => boolean {
  if (/^\d+$/.test(entityId)) return (text) => text === entityId;
  const word = new RegExp(`(?<![A-Za-z0-9])${entityId}(?![A-Za-z0-9])`);
  return (text) => word.test(text);
}

/** The path of a value: its key, and the path around it; null at the root. */
type Path = { key: string | number; around: Path } | null;

/** Whether a mention there means an entity: the contract gives some step of the path no other meaning. */
function isCertain(path: Path): boolean {
  for (let each = path; each !== null; each = each.around)
    if (typeof each.key === 'string' && !described.has(each.key) && each.around?.key !== 'timetables') return true;
  return path === null;
}

function segmentsOf(path: Path): Segments {
  const segments: (string | number)[] = [];
  for (let each = path; each !== null; each = each.around) segments.unshift(each.key);
  return segments;
}

/** Every string, object and array, the root included. Not recursive, since free parts may be nested thousands deep. */
function* walk(root: unknown): Generator<{ value: string | object; path: Path }> {
  const waiting: { value: unknown; path: Path }[] = [{ value: root, path: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') yield { value, path };
    if (typeof value !== 'object' || value === null) continue;
    yield { value, path };
    for (const [key, below] of Object.entries(value))
      waiting.push({ value: below, path: { key: Array.isArray(value) ? Number(key) : key, around: path } });
  }
}

function collectNames(entity: object, names: EntityNames): void {
  for (const field of ['name', 'externalId'] as const) {
    const text: unknown = Reflect.get(entity, field);
    if (typeof text === 'string' && text.trim() !== '' && text !== unknownEntity.name) names[field].add(text);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The names of all properties in the schemas. */
function propertyNames(): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'properties') for (const name of Object.keys(value)) names.add(name);
      collect(value);
    }
  };
  for (const file of glob.sync('*.json', { cwd: schemaFolder }))
    collect(JSON.parse(readFileSync(join(schemaFolder, file), 'utf8')));
  return names;
}
