// A systemd of a test's own, as process 1 of namespaces of its own (see systemd-pid-1.sh): what units ask for is really
// applied by it, with nothing of the machine being changed. It needs root, cgroup v2 and namespaces.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../support/run-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const cgroups = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
const apart = ['--cgroup', '--ipc', '--mount', '--pid', '--uts', '--fork', '--kill-child'];

/** Whether this machine lets a test have one: nothing that could be installed, so nothing that CI could insist on. */
export const canRunSystemd =
  cgroups !== undefined &&
  existsSync('/lib/systemd/systemd') &&
  existsSync('/lib/systemd/system/dbus.service') &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', [...apart, '--mount-proc', 'true']).status === 0;

export type OwnSystemd = {
  /** Runs a command on that machine, as root or as one of its users. */
  run(command: string, user?: string): { status: number | null; stdout: string; stderr: string };
  /** What a unit has printed. */
  log(name: string): string;
  stop(): Promise<void>;
};

type Machine = {
  /** Units by their file names. */
  units: Record<string, string>;
  /** Files of /etc/belfry, for root only. */
  settings: Record<string, string>;
  /** What makes the accounts, as root. */
  accounts: string;
  /** The folder that is /opt/belfry there. */
  installed: string;
  /** A folder here whose content is in /var/lib/belfry there, as the publisher's. */
  state: string;
};

/** @param folder for what it writes, and gone with it */
export async function startSystemd(folder: string, machine: Machine): Promise<OwnSystemd> {
  for (const name of ['machine', 'log', 'units', 'settings']) mkdirSync(join(folder, name));
  const write = (files: Record<string, string>, ...below: string[]) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, ...below, name), text);
  };
  const wants = Object.keys(machine.units).join(' ');
  for (const name of Object.keys(machine.units)) {
    const log = `append:/run/log/${name}.log`;
    mkdirSync(join(folder, 'units', `${name}.d`));
    write({ 'log.conf': `[Service]\nStandardOutput=${log}\nStandardError=${log}\n` }, 'units', `${name}.d`);
  }
  write({ ...machine.units, 'belfry-test.target': `[Unit]\nWants=${wants}\n` }, 'units');
  write(machine.settings, 'settings');
  write({ 'accounts.sh': machine.accounts });

  const group = join(cgroups ?? '', `belfry-test-${process.pid}`);
  mkdirSync(group);
  const script = join(repositoryFolder, 'test/support/systemd-pid-1.sh');
  const inside = `echo $$ > ${group}/cgroup.procs && exec unshare ${apart.join(' ')} --mount-proc bash "$@"`;
  const child = spawn('bash', ['-c', inside, 'bash', script, folder, machine.installed, machine.state], {
    // A folder for temporary files, for one, would not be that machine's.
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const log = (name: string) => {
    const file = join(folder, 'log', `${name}.log`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const run: OwnSystemd['run'] = (command, user) => {
    const target = ['--target', String(firstProcess(child)), '--mount', '--pid', '--cgroup'];
    const as = user === undefined ? [] : ['runuser', '-u', user, '--'];
    return spawnSync('nsenter', [...target, ...as, 'bash', '-c', command], { encoding: 'utf8' });
  };
  const stop = async () => {
    failed.catch(() => {});
    child.kill('SIGKILL');
    await ended;
    // Its processes have gone with it; their groups go from the innermost outwards.
    const groups = execFileSync('find', [group, '-depth', '-type', 'd'], { encoding: 'utf8' }).trim().split('\n');
    await waitUntil('nothing of it runs', () => groups.every((each) => !isPopulated(each)));
    // The kernel takes a moment to let go of the last process.
    for (const each of groups) await waitUntil(`${each} is empty`, () => canRemove(each));
  };
  const failed = ended.then(() => {
    throw new Error(`systemd ended: ${said}`);
  });
  const runs = () =>
    firstProcess(child) !== undefined && /^(starting|running)/.test(run('systemctl is-system-running').stdout);
  await Promise.race([waitUntil('systemd runs', runs), failed]).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { run, log, stop };
}

/** The process that is 1 there, by its number here. */
const firstProcess = (child: ChildProcess): string | undefined =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0] || undefined;

const isPopulated = (group: string) => readFileSync(join(group, 'cgroup.procs'), 'utf8') !== '';

function canRemove(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch {
    return false;
  }
}
