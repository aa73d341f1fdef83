// Everything that can be reported about a file before its content is read.

import { defineRules } from './rule.ts';

export const fileRules = defineRules({
  'file.unknown-format': {
    severity: 'error',
    when: 'The content is not in a supported format.',
    outcome:
      'Nothing is converted. Export the timetable as the guide of your program describes, or give the format with `--from`.',
  },
  'file.not-this-format': {
    severity: 'error',
    when: 'The content is not in the format that `--from` names.',
    outcome: 'Nothing is converted. Omit `--from`, or name another format.',
  },
  'file.several-schools': {
    severity: 'error',
    when: 'There are several files of a format that has one file for each school, or files of several formats.',
    outcome: 'Nothing is converted. Convert them one at a time.',
  },
  'file.too-large': {
    severity: 'error',
    when: 'The file has more bytes, elements, columns or levels of nesting than the file of any school, or a longer text or comment.',
    outcome: 'Nothing is converted. Export one school year of one school.',
  },
  'file.not-text': {
    severity: 'error',
    when: 'A byte is invalid in the encoding of the file.',
    outcome: 'Nothing is converted. Export the file again, or save it as UTF-8.',
  },
  'file.encoding-unknown': {
    severity: 'error',
    when: 'The file declares an unknown encoding.',
    outcome: 'Nothing is converted. Save the file as UTF-8.',
  },
  'file.not-xml': {
    severity: 'error',
    when: 'The file is not well-formed XML.',
    outcome: 'Nothing is converted. Export it again: it was truncated or edited by hand.',
  },
});
