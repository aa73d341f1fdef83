// What a receiver answered, or why there was no answer, in words.

import type { HookAnswer } from '../answers.ts';
import { sayHook } from './hook-words.ts';
import { reasonOf } from './reason-of.ts';

export function answerSentence({ status, milliseconds, error }: HookAnswer): string {
  if (status === null) return sayHook('hookNotReached', { reason: sayHook(reasonOf(error ?? '')) });
  const answered = { status: String(status), milliseconds };
  if (status >= 200 && status < 300) return sayHook('hookAccepted', answered);
  if (status >= 300 && status < 400) return sayHook('hookElsewhere', answered);
  return sayHook('hookRefused', answered);
}
