// The frame around the person's page and the slips: the link past the header, and the choice of language.

import { chooseLanguage, type LanguageTag, languageNames } from '../languages/language-names.ts';
import { element } from '../ui/element.ts';
import { keptChoices } from '../ui/kept-choices.ts';
import { setTexts } from '../ui/texts.ts';
import { loadWords } from './load-words.ts';
import { say } from './say.ts';

export type MyFrame = {
  /** Loads the words of the language, and writes the frame in it. */
  useLanguage(): Promise<void>;
};

/** @param tools more than the choice of language, and what writes their words */
export function myFrame(onLanguage: () => void, tools: readonly HTMLElement[], writeTools: () => void): MyFrame {
  const skip = document.getElementById('skip');
  const choice = element(
    'select',
    {
      change() {
        keptChoices.setLanguage(choice.value);
        onLanguage();
      },
    },
    ...Object.entries(languageNames).map(([tag, { name, direction }]) =>
      element('option', { value: tag, lang: tag, dir: direction }, name),
    ),
  );
  document.querySelector('header')?.append(element('div', { class: 'frame-tools' }, choice, ...tools));
  const write = (tag: LanguageTag) => {
    document.documentElement.lang = tag;
    document.documentElement.dir = languageNames[tag].direction;
    choice.value = tag;
    choice.setAttribute('aria-label', say('language'));
    if (skip !== null) skip.textContent = say('skip');
    writeTools();
  };
  return {
    async useLanguage() {
      const { tag, locale } = chooseLanguage(keptChoices.language(), navigator.languages);
      try {
        setTexts((await loadWords(tag)).words, locale);
        write(tag);
      } catch {
        // Without a network, English is what the browser has kept.
        setTexts((await loadWords('en')).words, 'en');
        write('en');
      }
    },
  };
}
