// Loads what draws a timetable: the viewer's grid, its style, and its words in the language of the page.

import { element } from '../../ui/element.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import { chooseLanguage } from '../../ui/language-names.ts';
import { addMissingTexts } from '../../ui/texts.ts';
import { languages } from '../../viewer/languages.ts';

let style: Promise<void> | null = null;

/** @throws when the connection is lost */
export async function loadPreview() {
  const { tag } = chooseLanguage(keptChoices.language(), navigator.languages);
  style ??= loadStyle();
  const [{ gridPreview }, { words }] = await Promise.all([import('./grid-preview.ts'), languages[tag].load(), style]);
  addMissingTexts(words);
  return gridPreview;
}

function loadStyle(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = element('link', {
      ...{ rel: 'stylesheet', href: '/page/grid.css' },
      load: () => resolve(),
      error() {
        link.remove();
        style = null; // the next preview tries again
        reject(new Error('the style of the grid cannot be loaded'));
      },
    });
    document.head.append(link);
  });
}
