// Says how a build or a rollback ended. One that takes longer than the request is asked for until it is over.

import { readControl } from '../call-control.ts';
import { announce } from '../parts/outcome-line.ts';
import { meaningOf } from '../parts/problem-box.ts';
import { say } from '../say.ts';

/** Milliseconds between two questions, and how often they are asked: half an hour. */
const [pause, mostAsked] = [3000, 600];

type Started = { body: unknown; status: number; location: string | null };

/** @param refresh shows the publication as it is then */
export async function followRun({ status, location, body }: Started, refresh: () => Promise<void>): Promise<void> {
  const own = document.location.hash;
  let [isOver, isServed] = [status !== 202 || location === null, namesGeneration(body)];
  if (!isOver) announce(say('takesLonger'));
  for (let asked = 0; !isOver && location !== null && asked < mostAsked; asked++) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    // Whoever went elsewhere sees it in the list of organisations.
    if (document.location.hash !== own) return;
    const { pathname } = new URL(location, document.location.origin);
    const answer = await readControl<'getBuild'>(pathname);
    if (answer.outcome === 'refused') {
      if (answer.problem.status === 0) continue;
      await refresh();
      return announce(meaningOf(answer.problem));
    }
    [isOver, isServed] = [answer.status !== 202 && stateIn(answer.body) !== 'running', namesGeneration(answer.body)];
  }
  await refresh();
  announce(say(isOver ? (isServed ? 'servedGeneration' : 'done') : 'takesLonger'));
}

const fieldIn = (body: unknown, name: string): unknown => Object.entries(body ?? {}).find(([key]) => key === name)?.[1];
const stateIn = (body: unknown): unknown => fieldIn(body, 'state');
const namesGeneration = (body: unknown): boolean => typeof fieldIn(body, 'generation') === 'number';
