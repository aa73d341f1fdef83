// The frame around every page: the link past the header, the choice of language, and the button that forgets the key.

import { type LanguageTag, languageNames } from '../languages/language-names.ts';
import { element } from '../ui/element.ts';
import { keptChoices } from '../ui/kept-choices.ts';
import { foldedMenu } from './folded-menu.ts';
import { say } from './say.ts';

export type ViewerFrame = {
  /** Redraws the frame in the language of the page. */
  write(language: LanguageTag): void;
  /** Shows whether there is a key to forget. */
  showForget(hasKey: boolean): void;
};

export function viewerFrame(onLanguage: () => void, onForget: () => void): ViewerFrame {
  const skip = document.getElementById('skip');
  const forget = element('button', { type: 'button', hidden: true, click: onForget });
  const choice = element(
    'select',
    {
      change: () => {
        keptChoices.setLanguage(choice.value);
        onLanguage();
      },
    },
    ...Object.entries(languageNames).map(([tag, { name, direction }]) =>
      element('option', { value: tag, lang: tag, dir: direction }, name),
    ),
  );
  const menu = foldedMenu('frame-menu', [element('div', { class: 'frame-tools' }, choice, forget)]);
  document.querySelector('header')?.append(menu.root);
  skip?.addEventListener('click', (event) => {
    // The hash belongs to the view, so the browser's own jump to an anchor is replaced.
    event.preventDefault();
    document.querySelector<HTMLElement>('#content h1, #content input')?.focus();
  });
  return {
    write(language) {
      choice.value = language;
      choice.setAttribute('aria-label', say('language'));
      forget.textContent = say('forgetKey');
      menu.summary.textContent = say('settings');
      if (skip !== null) skip.textContent = say('skip');
    },
    showForget(hasKey) {
      forget.hidden = !hasKey;
    },
  };
}
