/** Prints how long a way takes that a newcomer, a vendor or an operator goes; `.ci/paths` gathers the lines in a table. */
export const tellPath = (way: string, began: number): void =>
  console.log(`path: ${way.padEnd(60)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`);
