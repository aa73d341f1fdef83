// The frame around every view: the choice of language, who is signed in, whether the page is live, and the way out.

import { chooseLanguage, type LanguageTag, languageNames } from '../languages/language-names.ts';
import { element, nameOf } from '../ui/element.ts';
import { keptChoices } from '../ui/kept-choices.ts';
import { setTexts } from '../ui/texts.ts';
import { foldedMenu } from '../viewer/folded-menu.ts';
import type { Me } from './answers.ts';
import { loadWords } from './load-words.ts';
import { mayLeave } from './parts/hold-page.ts';
import { say } from './say.ts';

export type Frame = {
  /** Loads the words of the language, and writes the frame in it. */
  useLanguage(): Promise<void>;
  /** @param me null when nobody is signed in */
  showWho(me: Me | null): void;
  showLive(isLive: boolean): void;
};

export function pageFrame(onLanguage: () => void, onSignOut: () => void): Frame {
  let [who, live]: [Me | null, boolean] = [null, true];
  const skip = document.getElementById('skip');
  const choice = element(
    'select',
    {
      change() {
        if (!mayLeave()) {
          choice.value = document.documentElement.lang;
          return;
        }
        keptChoices.setLanguage(choice.value);
        onLanguage();
      },
    },
    ...Object.entries(languageNames).map(([tag, { name, direction }]) =>
      element('option', { value: tag, lang: tag, dir: direction }, name),
    ),
  );
  const name = element('span', { class: 'quiet who' });
  const isLive = element('span', { class: 'quiet', role: 'status' });
  const pages = element('nav');
  const signOut = element('button', { type: 'button', click: onSignOut });
  const tools = element('div', { class: 'frame-tools' }, isLive, name, choice, signOut);
  // On a phone behind one button, which leaves the screen to the work.
  const menu = foldedMenu('frame-menu', [element('div', { class: 'frame-body' }, pages, tools)]);
  pages.addEventListener('click', () => {
    if (menu.summary.checkVisibility()) menu.root.open = false;
  });
  document.querySelector('header')?.append(menu.root);
  const write = () => {
    name.replaceChildren(...(who === null ? [] : [nameOf(who.name)]));
    isLive.textContent = who !== null && !live ? say('notLive') : '';
    signOut.hidden = who === null;
    signOut.textContent = say('signOut');
    menu.summary.textContent = say('menu');
    pages.hidden = who === null;
    pages.setAttribute('aria-label', say('pages'));
    pages.replaceChildren(
      element('a', { href: '#/' }, say(who?.organisationId ? 'organisation' : 'organisations')),
      ' ',
      element('a', { href: '#/audit' }, say('audit')),
    );
  };
  const writeLanguage = (tag: LanguageTag) => {
    document.documentElement.lang = tag;
    document.documentElement.dir = languageNames[tag].direction;
    choice.value = tag;
    choice.setAttribute('aria-label', say('language'));
    if (skip !== null) skip.textContent = say('skip');
    write();
  };
  return {
    async useLanguage() {
      const { tag, locale } = chooseLanguage(keptChoices.language(), navigator.languages);
      setTexts((await loadWords(tag)).words, locale);
      writeLanguage(tag);
    },
    showWho(me) {
      who = me;
      write();
    },
    showLive(next) {
      if (live === next) return;
      live = next;
      write();
    },
  };
}
