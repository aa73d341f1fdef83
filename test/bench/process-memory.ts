import { readFileSync } from 'node:fs';

/**
 * Megabytes of a process that runs; only Linux tells it of another process.
 * @param field VmRSS for what it has now, VmHWM for the most it has had since its start
 */
export function readMegabytes(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
