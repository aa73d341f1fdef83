import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createEventHub, type Happened } from '../../src/dashboard/events/create-event-hub.ts';
import { waitUntil } from '../support/wait-until.ts';

function newHub({ heartbeat = 60_000 } = {}) {
  let questions = 0;
  const news: Happened[] = [];
  const read = async () => {
    questions += 1;
    return news.splice(0);
  };
  const failures: string[] = [];
  const onFailure = (what: string, reason: string) => failures.push(`${what}: ${reason}`);
  const hub = createEventHub({ read, now: Date.now, newId: randomUUID, onFailure, interval: 20, heartbeat });
  onTestFinished(() => hub.close());
  const listen = (
    organisationId: string | null,
    { lastId = null as string | null, isValid = async () => true } = {},
  ) => {
    let text = '';
    let hasEnded = false;
    const admin = { id: 'adm', name: 'Ada', role: 'viewer', organisationId } as const;
    const end = () => {
      hasEnded = true;
    };
    const send = (each: string) => {
      if (hasEnded) throw new Error('it is sent something after its end');
      text += each;
    };
    const leave = hub.listen({ admin, isValid, end, send }, lastId);
    return { heard: () => text, hasEnded: () => hasEnded, leave: () => leave?.(), isHeard: leave !== null };
  };
  const happen = (kind: string, organisationId: string) => news.push({ kind, organisationId, details: {} });
  const asked = () => questions;
  return { hub, listen, happen, asked, failures };
}

test('however many listen, the database is asked once for all of them, and not at all when nobody does', async () => {
  const { listen, happen, asked } = newHub();
  await sleep(100);
  expect(asked()).toBe(0);
  const listeners = Array.from({ length: 200 }, () => listen(null));
  const [first] = listeners;
  await waitUntil('it is asked', () => asked() >= 5);
  happen('key', 'north');
  const before = asked();
  await waitUntil('all have heard', () => listeners.every(({ heard }) => heard().includes('event: key')));
  // Two questions may have been on their way.
  expect(asked() - before).toBeLessThanOrEqual(3);
  expect(first?.heard().match(/event: key/g)).toHaveLength(1);
  for (const { leave } of listeners) leave();
  // A question that was on its way may still be asked, however slow the machine.
  const isSilent = async () => {
    const before = asked();
    await sleep(200);
    return asked() === before;
  };
  await waitUntil('nobody asks any more', isSilent);
});

test('each hears of what it may see, and goes on after the last event that it had', async () => {
  const { listen, happen } = newHub();
  const [all, north, south] = [listen(null), listen('north'), listen('south')];
  for (const organisation of ['north', 'south', 'north']) happen('published', organisation);
  await waitUntil('all is told', () => all.heard().split('event: ').length === 4);
  const count = (text: string) => text.split('event: ').length - 1;
  expect([count(north.heard()), count(south.heard())]).toEqual([2, 1]);
  const [first = ''] = [...all.heard().matchAll(/^id: (\S+)$/gm)].map(([, id]) => id ?? '');
  expect(count(listen(null, { lastId: first }).heard())).toBe(2);
  expect(count(listen('south', { lastId: first }).heard())).toBe(1);
  expect(count(listen(null, { lastId: 'another-run' }).heard())).toBe(3);
});

test('who listens with a token that ends is cut off, and nobody hears of admins', async () => {
  const { listen, happen } = newHub();
  const [ended, other] = [listen(null, { isValid: async () => false }), listen(null)];
  happen('admin', 'north');
  await waitUntil('it is cut off', ended.hasEnded);
  expect(other.hasEnded()).toBe(false);
  expect(other.heard()).not.toContain('admin');
});

test('who has ended is forgotten in the same act, and is sent no further event and no sign of life', async () => {
  const { listen, happen, failures } = newHub({ heartbeat: 30 });
  const [ended, other] = [listen(null, { isValid: async () => false }), listen(null)];
  await waitUntil('it is cut off', ended.hasEnded);
  const before = ended.heard();
  happen('key', 'north');
  await waitUntil('the other has heard', () => /event: key/.test(other.heard()) && other.heard().endsWith('alive\n\n'));
  expect(ended.heard()).toBe(before);
  expect(failures).toEqual([]);
});

test('who leaves is ended, and whoever listens when the hub closes too', () => {
  const { hub, listen } = newHub();
  const [one, two] = [listen(null), listen(null)];
  one.leave();
  hub.close();
  expect([one.hasEnded(), two.hasEnded()]).toEqual([true, true]);
  expect(listen(null).isHeard).toBe(false);
});

test('the id of an event tells nothing of how many others there are, and leads to nothing that is another school’s', async () => {
  const { listen, happen } = newHub();
  const [all, north] = [listen(null), listen('north')];
  for (const organisation of ['north', ...Array<string>(50).fill('south'), 'north']) happen('key', organisation);
  await waitUntil('all is told', () => all.heard().split('event: ').length === 53);
  const idsIn = (text: string) => [...text.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id ?? '');
  expect(idsIn(north.heard())).toHaveLength(2);
  for (const id of idsIn(north.heard())) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  // One of another school is as good as none.
  expect(idsIn(listen('north', { lastId: idsIn(all.heard())[25] ?? '' }).heard())).toEqual(idsIn(north.heard()));
});
