// The layout of the public pages that are plain HTML: the API reference, the list of schemas and the 404 page. It shares
// the viewer's style sheet and header, so that all pages look like one site.

const bell =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M12 1 4 8v2h1v11H3v2h18v-2h-2V10h1V8zm0 9a3 3 0 0 1 3 3v3h1v2H8v-2h1v-3a3 3 0 0 1 3-3z"/></svg>';

/** What a page has besides the frame. @property links to the other pages of the site, HTML */
type PageParts = { style?: string; script?: string; links?: string; frameStyle?: string };

const siteLinks = '<a href="/">Timetables</a> <a href="/docs">API reference</a> <a href="/schemas/">Schemas</a>';

/** @param content HTML; @param title text that needs no escaping */
export const pageFrame = (
  title: string,
  content: string,
  { style, script, links = siteLinks, frameStyle = '/viewer.css' }: PageParts = {},
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Belfry</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${frameStyle}">${style === undefined ? '' : `\n<link rel="stylesheet" href="${style}">`}${script === undefined ? '' : `\n<script type="module" src="${script}"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/">${bell}Belfry</a>
<nav aria-label="Pages">${links}</nav>
</header>
<main id="content">
${content}
</main>
</body>
</html>
`;
