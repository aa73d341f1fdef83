// One look at the published form for all requests that were already waiting. In one turn of its event loop node reads
// the requests that the kernel had ready when the turn began, so each of them had arrived before the first of them was
// looked after: what is found for that one is fresh for all. The next turn looks again.

/** `find`, called once in each turn of the event loop for each argument. */
export function onceATurn<Found>(find: (argument: string) => Found): (argument: string) => Found {
  const found = new Map<string, Found>();
  const forget = () => found.clear();
  return (argument) => {
    let result = found.get(argument);
    if (result === undefined) {
      if (found.size === 0) setImmediate(forget);
      result = find(argument);
      found.set(argument, result);
    }
    return result;
  };
}
