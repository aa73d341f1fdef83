// Checks the settings that a command uses before it does anything.

import { SettingError } from '../../src/errors.ts';
import { bucketServer } from './bucket-server.ts';
import type { Setting } from './read-setting.ts';
import { settings, settingsOf } from './settings.ts';

/**
 * What is wrong with settings. Variables that other programs use too, AWS_..., are checked only when the published output
 * is in a bucket.
 */
export function findInvalid(own: readonly Setting[] = Object.values(settings)): SettingError[] {
  const checks = own.filter(({ name }) => !name.startsWith('AWS_')).map((setting) => () => setting.value);
  const server = () => settings.bucket.value !== undefined && bucketServer();
  const found: SettingError[] = [];
  for (const check of own.includes(settings.bucket) ? [...checks, server] : checks)
    try {
      check();
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      found.push(error);
    }
  return found;
}

/** Checks all settings of a command before it starts. @throws SettingError for the first that is invalid */
export function assertSettings(command: string): void {
  const [first] = findInvalid(settingsOf(command));
  if (first !== undefined) throw first;
}
