// The public folder: for now a plain page that says what runs here, and the schemas of the contract. Files that are
// right already are left alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { schemaFolder } from '../contract/validator.ts';
import { paths } from '../snapshot/paths.ts';
import type { NewFile, Store } from '../snapshot/store.ts';

/** @returns the paths of the files that were written */
export async function writeSite(store: Store): Promise<string[]> {
  const schemas = glob.sync('*.json', { cwd: schemaFolder }).sort();
  const files: NewFile[] = [
    { path: `${paths.site}index.html`, bytes: new TextEncoder().encode(page(schemas)) },
    ...schemas.map((name) => ({
      path: `${paths.site}schemas/${name}`,
      bytes: readFileSync(join(schemaFolder, name)),
    })),
  ];
  const changed: NewFile[] = [];
  for (const file of files) {
    const stored = await store.read(file.path);
    if (stored === null || Buffer.compare(stored, file.bytes) !== 0) changed.push(file);
  }
  await store.write(changed);
  return changed.map(({ path }) => path);
}

const page = (schemas: readonly string[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Belfry</title>
</head>
<body>
<h1>Belfry</h1>
<p>This server publishes the timetables of schools as JSON, for programs that hold an API key.</p>
<ul>
<li><code>GET /api/v1/timetables</code> lists the timetable versions of the key's organisation.</li>
<li><code>GET /api/v1/timetables/{id}</code> returns one of them in full.</li>
</ul>
<p>Send the key with every request: <code>Authorization: Bearer &lt;API_KEY&gt;</code></p>
<h2>Schemas</h2>
<ul>
${schemas.map((name) => `<li><a href="/schemas/${name}">${name}</a></li>`).join('\n')}
</ul>
</body>
</html>
`;
