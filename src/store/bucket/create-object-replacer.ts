// Compare-and-set in a bucket: one conditional PUT with If-Match and the ETag that the caller read, or If-None-Match: * when
// there was no object. The server decides atomically. Reading again and comparing would not do, since some stores answer
// with content that is seconds old.

import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../back-off.ts';
import { commandLine } from '../../command-line.ts';
import { sameBytes } from '../store.ts';
import { isAbsence, statusOf } from './bucket-client.ts';
import type { TaggedObject } from './read-object.ts';

export type Condition = { 'If-Match'?: string; 'If-None-Match'?: string };

/** How to access the bucket. Stale reads are retried for `timeout` milliseconds. */
export type ReplaceContext = {
  read(path: string): Promise<TaggedObject | null>;
  put(path: string, bytes: Uint8Array, condition?: Condition): Promise<unknown>;
  timeout: number;
};

/** Milliseconds before an object is tried again whose reads seem stale. */
const pauses = { first: 50, longest: 2_000 };

/** Replaces `expected`, which was read with the ETag `tag`, by `bytes`. Null means no object. */
type Replace = (path: string, bytes: Uint8Array, expected: Uint8Array | null, tag: string | null) => Promise<boolean>;

type Replacement = { path: string; bytes: Uint8Array; expected: Uint8Array | null };

/** What one conditional PUT did. */
type Outcome =
  | { state: 'replaced' }
  /** The condition failed because an earlier attempt succeeded, whose response was lost. */
  | { state: 'replacedBefore' }
  /** The condition failed because the object is not the expected one. */
  | { state: 'changed' }
  /** The condition failed although the object, read again with this ETag, is the expected one. */
  | { state: 'conditionFailed'; tag: string | null }
  /** The server rejected the request, perhaps for the form of its ETag. */
  | { state: 'badRequest'; error: unknown };

/** The ETag as received (RFC 9110, section 13.1.1), the only form that R2 accepts. */
const asReceived = (tag: string) => tag;
/** The form for Ceph's gateway, which answers 412 to the quoted one even when it matches. */
const withoutQuotes = (tag: string) => tag.replaceAll('"', '');

/** Replaces objects of one bucket, and remembers the form of ETag that it accepts. */
export function createObjectReplacer(context: ReplaceContext): Replace {
  let known: typeof asReceived | undefined;

  /** Replaces the object that has this ETag, in the known form of ETag, or else in the form that succeeds. */
  async function replaceTagged(replacement: Replacement, tag: string): Promise<Outcome> {
    const tryForm = async (form: typeof asReceived) => {
      const outcome = await tryPut(context, replacement, { 'If-Match': form(tag) });
      if (outcome.state === 'replaced') known = form;
      return outcome;
    };
    if (known !== undefined) return tryForm(known);
    const first = await tryForm(asReceived);
    // If the object has another ETag by now, the condition fails in either form.
    const mayBeTheForm = first.state === 'badRequest' || (first.state === 'conditionFailed' && first.tag === tag);
    if (!mayBeTheForm) return first;
    const second = await tryForm(withoutQuotes);
    // The server accepts the first form, so its answer to that one counts.
    return second.state === 'badRequest' && first.state === 'conditionFailed' ? first : second;
  }

  return async (path, bytes, expected, tag) => {
    const replacement = { path, bytes, expected };
    const end = performance.now() + context.timeout;
    for (let current = tag, attempt = 1; ; attempt++) {
      const outcome =
        current === null
          ? await tryPut(context, replacement, { 'If-None-Match': '*' })
          : await replaceTagged(replacement, current);
      if (outcome.state === 'replaced' || outcome.state === 'replacedBefore') return true;
      if (outcome.state === 'changed') return false;
      if (outcome.state === 'badRequest') throw outcome.error;
      const pause = backOff(attempt, pauses);
      // The object has another ETag by now, or the read was stale.
      if (performance.now() + pause > end)
        throw new Error(
          'it answers 412 to every conditional PUT, although each read shows what was to be replaced. Its reads are stale, or ' +
            `its conditions do not work: \`${commandLine('check --store')}\` tells which`,
        );
      if (outcome.tag === current) await sleep(pause);
      current = outcome.tag;
    }
  };
}

/** Sends one conditional PUT. If its condition fails, reads the object to find out why. */
async function tryPut({ read, put }: ReplaceContext, replacement: Replacement, condition: Condition): Promise<Outcome> {
  const { path, bytes, expected } = replacement;
  try {
    await put(path, bytes, condition);
    return { state: 'replaced' };
  } catch (error) {
    const status = statusOf(error);
    if (status === 400) return { state: 'badRequest', error };
    if (status === 501)
      throw new Error('it has no conditional PUT, without which nothing can be published', { cause: error });
    if (status !== 412 && !isAbsence(error)) throw error;
  }
  const found = await read(path);
  if (sameBytes(found?.bytes ?? null, bytes)) return { state: 'replacedBefore' };
  if (!sameBytes(found?.bytes ?? null, expected)) return { state: 'changed' };
  return { state: 'conditionFailed', tag: found?.tag ?? null };
}
