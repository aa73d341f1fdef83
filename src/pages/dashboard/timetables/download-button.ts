// Gives a version as a file: the document as it is stored, which can be stored again.

import { element } from '../../ui/element.ts';
import { download } from '../../viewer/saving/download.ts';
import { readControl } from '../call-control.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';

/** @param path of the version. @param name of the file, without its extension */
export function downloadButton(path: string, name: string, attributes = {}): HTMLElement {
  const place = element('span');
  const save = async () => {
    const read = await runAction(button, place, () => readControl<'getVersion'>(path));
    if (read !== null) download(new Blob([JSON.stringify(read.body)], { type: 'application/json' }), name, 'json');
  };
  const button = element('button', { type: 'button', ...attributes, click: () => void save() }, say('download'));
  return element('span', {}, button, place);
}
