// Everything that can be reported about a file before its content is read.

import { defineRules } from './rule.ts';

export const fileRules = defineRules({
  'file.unknown-format': {
    severity: 'error',
    when: 'The content is of no format that is read.',
    outcome:
      'Nothing is converted. Export the timetable as the guide of your program says, or name the format with `--from`.',
  },
  'file.not-this-format': {
    severity: 'error',
    when: 'The content is not of the format that `--from` names.',
    outcome: 'Nothing is converted. Leave `--from` out, or name another.',
  },
  'file.several-schools': {
    severity: 'error',
    when: 'Several files are given where the format has one, or files of several formats.',
    outcome: 'Nothing is converted. Convert them one at a time.',
  },
  'file.too-large': {
    severity: 'error',
    when: 'The file is larger, deeper or has more parts than any school has.',
    outcome: 'Nothing is converted. Export one school year of one school.',
  },
  'file.not-text': {
    severity: 'error',
    when: 'A byte is no character of the encoding that the file declares or has.',
    outcome: 'Nothing is converted. Export the file again, or save it as UTF-8.',
  },
  'file.encoding-unknown': {
    severity: 'error',
    when: 'The file declares an encoding that is not known.',
    outcome: 'Nothing is converted. Save the file as UTF-8.',
  },
  'file.not-xml': {
    severity: 'error',
    when: 'The file is no well-formed XML.',
    outcome: 'Nothing is converted. Export it again: it was cut off or edited by hand.',
  },
});
