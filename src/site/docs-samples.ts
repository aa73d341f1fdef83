// One read of the API in several languages, with what comes with each: the reference shows these programs, and the tests run them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeText, listing } from './describe-schema.ts';

/** By language: lists the ids and names of the timetables; what is refused ends it with the body of the refusal. */
export const samples = { curl: 'read.sh', JavaScript: 'read.mjs', Python: 'read.py', PHP: 'read.php', 'C#': 'read.cs' };

export const sampleFile = (name: string): string => fileURLToPath(new URL(`samples/${name}`, import.meta.url));

/** A section of the reference; all but the first are folded. */
export const samplesSection = (): string => `<section aria-labelledby="first-read"><h2 id="first-read">A first read</h2>
<p>The address and the key come from the environment: <code>BELFRY_URL</code>, without a slash at its end, and <code>BELFRY_KEY</code>.</p>
${Object.entries(samples)
  .map(
    ([language, name], index) =>
      `<details${index === 0 ? ' open' : ''}><summary>${escapeText(language)}</summary>\n${listing(readFileSync(sampleFile(name), 'utf8').trimEnd(), `A first read in ${language}`)}</details>`,
  )
  .join('\n')}
</section>`;
