// One look at the published form for all requests that were already waiting. In one turn of its event loop node reads
// the requests that the kernel had ready when the turn began, so each of them had arrived before the first of them was
// looked after: what is found for that one is fresh for all. The next turn looks again.

import type { Eventually } from './snapshot-reader.ts';

/** `find`, called once in each turn of the event loop for each argument; what it has promised is given once it is there. */
export function onceATurn<Argument, Found>(
  find: (argument: Argument) => Eventually<Found>,
): (argument: Argument) => Eventually<Found> {
  const found = new Map<Argument, Eventually<Found>>();
  const forget = () => found.clear();
  return (argument) => {
    const known = found.get(argument);
    if (known !== undefined) return known;
    if (found.size === 0) setImmediate(forget);
    const looked = find(argument);
    found.set(argument, looked);
    if (!(looked instanceof Promise)) return looked;
    return looked.then((result) => {
      // It may belong to a turn that is over.
      if (found.get(argument) === looked) found.set(argument, result);
      return result;
    });
  };
}
