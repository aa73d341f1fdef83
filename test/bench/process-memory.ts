import { readFileSync } from 'node:fs';

/**
 * The memory of a running process in megabytes; only Linux has it for other processes.
 * @param field VmRSS for the present, VmHWM for the peak
 */
export function readMegabytes(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
