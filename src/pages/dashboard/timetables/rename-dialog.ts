// Changes the name of a timetable, which all of its versions have, and the label of one version.

import { element } from '../../ui/element.ts';
import type { BodyOf, ListedVersion, Publication } from '../answers.ts';
import { callControl } from '../call-control.ts';
import { formDialog } from '../parts/form-dialog.ts';
import { formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { say } from '../say.ts';
import { endsRollback } from './ends-rollback.ts';

export function renameDialog(
  { id, name, versionName }: ListedVersion,
  publication: Publication | null,
  path: string,
  refresh: () => Promise<void>,
): void {
  const text = { type: 'text', dir: 'auto', autocomplete: 'off', maxlength: '200' };
  const newName = element('input', { id: 'timetable-name', ...text, required: true, value: name });
  const label = element('input', { id: 'version-label', ...text, value: versionName ?? '' });
  formDialog<BodyOf<'renameVersion'>>({
    heading: say('renameVersion'),
    content: [
      endsRollback(publication),
      formField(say('timetableName'), newName, say('timetableNameHint')),
      formField(say('versionLabel'), label, say('versionLabelHint')),
    ],
    button: say('save'),
    look: 'primary',
    action: () =>
      callControl<'renameVersion'>(`${path}/timetables/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        body: { name: newName.value.trim(), versionName: label.value.trim() || null },
      }),
    async done() {
      await refresh();
      announce(say('saved'));
    },
  });
}
