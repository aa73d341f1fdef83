// An environment variable with its help text and its parser. Only this file reads the environment.

import { readValue, type ValueForm } from './strict-value.ts';

const { env } = process;

/** Gives settings other values than the environment, in this process and those that it starts. */
export const overrideSettings = (values: Record<string, string>): void => void Object.assign(env, values);

/** Whether `npm run` or `npx` has started this process, in a shell. */
export const isRunByNpm = (): boolean => env['npm_lifecycle_event'] !== undefined;

type Description = {
  meaning: string;
  example: string;
  /** The commands that use it. */
  commands: readonly string[];
};

type Form<Value> = Description & ValueForm<Value>;

export type Setting<Value = unknown> = Description & {
  name: string;
  /** The default when it is unset or empty: a value, or a description. */
  unset: string;
  /** @throws SettingError for a value that is not allowed */
  readonly value: Value;
  /** Whether the environment has it, rather than that its default applies. */
  readonly isSet: boolean;
};

/** A setting without a default. @param form.unset what applies when it is unset, for --help */
export const optionalSetting = <Value>(name: string, form: Form<Value> & { unset: string }) =>
  createSetting<Value | undefined>(name, form, form.unset, () => undefined);

/** A setting with a default, given as text and parsed like a value. */
export const settingWithDefault = <Value>(name: string, form: Form<Value> & { default: string }) =>
  createSetting(name, form, form.default, () => readValue(name, form, form.default));

function createSetting<Value>(name: string, form: Form<Value>, unset: string, otherwise: () => Value): Setting<Value> {
  const { meaning, example, commands } = form;
  return {
    name,
    meaning,
    example,
    commands,
    unset,
    get isSet() {
      return env[name] !== undefined && env[name] !== '';
    },
    get value() {
      const text = env[name];
      return text === undefined || text === '' ? otherwise() : readValue(name, form, text);
    },
  };
}

/** What whoever started this process says, and no setting of a user. */
export const readVariable = (name: string): string | undefined => env[name];

/** The environment of another process of ours. */
export const environmentWith = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({ ...env, ...more });
