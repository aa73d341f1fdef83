// Loads what draws a timetable: the viewer's grid, its style, and its words in the language of the page.

import { chooseLanguage } from '../../languages/language-names.ts';
import { element } from '../../ui/element.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import { addMissingTexts } from '../../ui/texts.ts';
import { loadWords } from '../../viewer/load-words.ts';

let style: Promise<void> | null = null;

/** @throws when the connection is lost */
export async function loadPreview() {
  const { tag } = chooseLanguage(keptChoices.language(), navigator.languages);
  style ??= loadStyle();
  const [{ gridPreview }, { words }] = await Promise.all([import('./grid-preview.ts'), loadWords(tag), style]);
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
