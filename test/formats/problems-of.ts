// The problems that keep a document from being published: schema, references and text, as `import` checks them.

import type { Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { checkText } from '../../src/document/check-unsafe-json.ts';

const validate = createValidator();

export function problemsOf(document: Timetable): unknown[] {
  const validation = validate('timetable', document);
  return [...(validation.valid ? [] : validation.problems), ...checkReferences(document), ...checkText(document)];
}
