// The layout of the public pages that are plain HTML: the API reference, the list of schemas and the 404 page. It shares
// the viewer's style sheet and header, so that all pages look like one site.

const bell =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M12 1 4 8v2h1v11H3v2h18v-2h-2V10h1V8zm0 9a3 3 0 0 1 3 3v3h1v2H8v-2h1v-3a3 3 0 0 1 3-3z"/></svg>';

/** @param content HTML; @param title text that needs no escaping */
export const pageFrame = (title: string, content: string, style = '/viewer.css'): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Belfry</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/viewer.css">${style === '/viewer.css' ? '' : `\n<link rel="stylesheet" href="${style}">`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/">${bell}Belfry</a>
<nav aria-label="Pages"><a href="/">Timetables</a> <a href="/docs">API reference</a> <a href="/schemas/">Schemas</a></nav>
</header>
<main id="content">
${content}
</main>
</body>
</html>
`;
