// The snippets of a guide, for the test that runs them. Each is taken by a text in it. A test that checks at its end that
// none is left fails when a snippet is added that nothing runs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './run-process.ts';

type Guide = {
  text: string;
  /** The one snippet of the language that has this text. @throws Error when there is none, or more than one */
  take(language: string, having: string): string;
  /** The first lines of the snippets that were not taken. */
  leftOver(): string[];
};

/** @param path from the top of the repository */
export function openGuide(path: string): Guide {
  const text = readFileSync(join(repositoryFolder, path), 'utf8');
  // A block without a language is shown, not run: what a command prints, or how folders look.
  const snippets = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
  const taken = new Set<string>();
  return {
    text,
    take(language, having) {
      const [found, ...others] = snippets.filter((each) => each.language === language && each.code.includes(having));
      if (found === undefined || others.length > 0)
        throw new Error(`${path} has ${found ? 'several snippets' : 'no snippet'} in ${language} with "${having}"`);
      taken.add(found.code);
      return found.code;
    },
    leftOver: () =>
      snippets.flatMap(({ language, code }) => (taken.has(code) ? [] : [`${language}: ${code.split('\n')[0]}`])),
  };
}
