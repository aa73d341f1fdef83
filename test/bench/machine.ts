// Describes the machine, since figures of different machines cannot be compared.

import { cpus, release, totalmem } from 'node:os';

export function describeMachine(): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processor?.model ?? 'unknown processor'}, ${cpus().length} cores, ${memory} GiB, ${process.platform} ${release()}, Node ${process.version}`;
}
