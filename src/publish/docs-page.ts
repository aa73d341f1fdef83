// The reference page at /docs: Swagger UI with the description that lies beside it. Everything comes from this server
// and no script stands in the page, as the Content-Security-Policy wants it.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const ofSwagger = (name: string) => readFileSync(require.resolve(`swagger-ui-dist/${name}`));
const description = fileURLToPath(new URL('../contract/openapi.generated.json', import.meta.url));
const text = (content: string) => new TextEncoder().encode(content);

/** File name in the site, and content. */
export function docsFiles(): Map<string, Uint8Array> {
  return new Map<string, Uint8Array>([
    ['openapi.json', readFileSync(description)],
    ['docs/index.html', text(page)],
    ['docs/start.js', text(start)],
    ['docs/swagger-ui-bundle.js', ofSwagger('swagger-ui-bundle.js')],
    ['docs/swagger-ui.css', text(withoutDataImages(ofSwagger('swagger-ui.css').toString()))],
    ['docs/LICENSE.txt', ofSwagger('LICENSE')],
    ['docs/NOTICE.txt', ofSwagger('NOTICE')],
    ['docs/swagger-ui-bundle.js.LICENSE.txt', ofSwagger('swagger-ui-bundle.js.LICENSE.txt')],
  ]);
}

/** Images within a style sheet would need a wider policy; they are ornaments here. */
const withoutDataImages = (css: string) =>
  css.replace(/url\((["']?)data:.*?\1\)/g, 'none').replace(/\/\*# sourceMappingURL=.*?\*\//, '');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Belfry</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/start.js" defer></script>
</head>
<body>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. The description itself is <a href="/openapi.json">/openapi.json</a>.</p></noscript>
</body>
</html>
`;

const start = `// Shows the description; a key that is entered here stays in the page's memory.
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  persistAuthorization: false,
});
`;
