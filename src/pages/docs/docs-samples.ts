// Programs that read the API, with what comes with each language: the reference shows them, and the tests run them. Those of
// each call are made from the first read, so that they cannot differ from it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeText, heading, listing } from './describe-schema.ts';

/** By language: lists the ids and names of the timetables; what is refused ends it with the body of the refusal. */
export const samples = { curl: 'read.sh', JavaScript: 'read.mjs', Python: 'read.py', PHP: 'read.php', 'C#': 'read.cs' };
export type Language = keyof typeof samples;

export const sampleFile = (name: string): string => fileURLToPath(new URL(`samples/${name}`, import.meta.url));

const firstRead = (language: Language) => readFileSync(sampleFile(samples[language]), 'utf8').trimEnd();

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

const languages = Object.keys(samples) as Language[]; // the keys of a constant

/** In every language; all but the first are folded. */
export const callSamples = (call: Call, about: string): string =>
  programs((language) => sampleOf(language, call), about);

const programs = (textOf: (language: Language) => string, about: string): string =>
  languages
    .map((language, index) => {
      const text = listing(textOf(language), `${about} in ${language}`);
      return `<details${index === 0 ? ' open' : ''}><summary>${escapeText(language)}</summary>\n${text}</details>`;
    })
    .join('\n');

/** A section of the reference. */
export const samplesSection =
  (): string => `<section aria-labelledby="first-read">${heading(2, 'first-read', 'A first read')}
<p>The address and the key come from the environment: <code>BELFRY_URL</code>, without a slash at its end, and <code>BELFRY_KEY</code>.</p>
${programs(firstRead, 'A first read')}
</section>`;
