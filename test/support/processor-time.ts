// Measures the processor time of a step in milliseconds. Unlike time on the clock it is much the same on a busy machine.

export function processorTime<Result>(step: () => Result): { result: Result; time: number } {
  const before = process.cpuUsage();
  const result = step();
  const { user, system } = process.cpuUsage(before);
  return { result, time: (user + system) / 1000 };
}
