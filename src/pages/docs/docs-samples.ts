// Programs that read the API, with what comes with each language: the reference shows them, and the tests run them. Those of
// each call are made from the first read, so that they cannot differ from it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeText, heading, listing } from './describe-schema.ts';

/** By language: lists the ids and names of the timetables; what is refused ends it with the body of the refusal. */
export const samples = { curl: 'read.sh', JavaScript: 'read.mjs', Python: 'read.py', PHP: 'read.php', 'C#': 'read.cs' };
export type Language = keyof typeof samples;

/** By language: keeps a copy of the timetables in a file. */
export const syncSamples = { JavaScript: 'sync.mjs', Python: 'sync.py', PHP: 'sync.php' };

/** By language: whether a webhook was sent by Belfry. */
export const verifySamples = { JavaScript: 'verify.mjs', Python: 'verify.py', PHP: 'verify.php' };

export const sampleFile = (name: string): string => fileURLToPath(new URL(`samples/${name}`, import.meta.url));

const textOf = (name: string) => readFileSync(sampleFile(name), 'utf8').trimEnd();
const firstRead = (language: Language) => textOf(samples[language]);

/** What a sample does with the answer of any call. */
const showAll: Record<Language, string> = {
  curl: '',
  JavaScript: 'console.log(JSON.stringify(data, null, 2));',
  Python: 'print(data)',
  PHP: "print_r($answer['data']);",
  'C#': 'Console.WriteLine(answer.RootElement.GetProperty("data"));',
};

/** A call with an example of its parameter. @param variable that holds the key or the token */
export type Call = { path: string; variable: string };

/** The first read, with another path and another key, and all of the answer instead of a list. */
export function sampleOf(language: Language, { path, variable }: Call): string {
  const text = firstRead(language);
  const list = text.search(/^for/m);
  const read = list < 0 ? text : text.slice(0, list) + showAll[language];
  return read.replace('/api/v1/timetables', path).replaceAll('BELFRY_KEY', variable);
}

/** The feed of a link needs no header, since its path holds the token; programs that show calendars read it. */
export const feedSample = (path: string): string =>
  `curl --fail-with-body --compressed "$BELFRY_URL${path.replace('{token}', '$LINK_TOKEN')}"`;

/** In every language; all but the first are folded. */
export const callSamples = (call: Call, about: string): string =>
  programs((language) => sampleOf(language, call), about);

const programs = (textIn: (language: Language) => string, about: string): string =>
  folded(Object.fromEntries(languages.map((language) => [language, textIn(language)])), about);
const languages = Object.keys(samples) as Language[]; // the keys of a constant

/** @param names of the files, by language */
export const wholePrograms = (names: Readonly<Record<string, string>>, about: string): string =>
  folded(Object.fromEntries(Object.entries(names).map(([language, name]) => [language, textOf(name)])), about);

const folded = (texts: Readonly<Record<string, string>>, about: string): string =>
  Object.entries(texts)
    .map(([language, text], index) => {
      const shown = listing(text, `${about} in ${language}`);
      return `<details${index === 0 ? ' open' : ''}><summary>${escapeText(language)}</summary>\n${shown}</details>`;
    })
    .join('\n');

/** A section of the reference. */
export const samplesSection =
  (): string => `<section aria-labelledby="first-read">${heading(2, 'first-read', 'A first read')}
<p>The address and the key come from the environment: <code>BELFRY_URL</code>, without a slash at its end, and <code>BELFRY_KEY</code>.</p>
${programs(firstRead, 'A first read')}
</section>`;
