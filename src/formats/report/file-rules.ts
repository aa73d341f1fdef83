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
    outcome: 'Nothing is converted. Give the encoding with `--encoding`, or save the file as UTF-8.',
  },
  'file.encoding-unknown': {
    severity: 'error',
    when: 'The file or `--encoding` names an unknown encoding.',
    outcome: 'Nothing is converted. Give it with `--encoding`, or save the file as UTF-8.',
  },
  'file.encoding-contradicted': {
    severity: 'warning',
    when: 'The file declares one encoding, and the names of its days, or all its letters, are in another.',
    outcome: 'It is read in the other. `--encoding` overrides this.',
  },
  'file.encoding-doubtful': {
    severity: 'warning',
    when: 'In the encoding that the file declares, names consist of letters that no language writes together.',
    outcome: 'It is read in that encoding. If names look wrong, give the right one, such as `--encoding windows-1251`.',
  },
  'file.not-xml': {
    severity: 'error',
    when: 'The file is not well-formed XML.',
    outcome: 'Nothing is converted. Export it again: it was truncated or edited by hand.',
  },
});
