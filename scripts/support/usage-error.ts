/** The command line or a setting is understood, but asks for what is not there or makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
