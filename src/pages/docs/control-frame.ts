// The frame of the dashboard's pages that are plain HTML: the reference of its API, and what a wrong address shows.

import { pageFrame } from '../../serve/site/page-frame.ts';

/** @param content HTML; @param title text that needs no escaping */
export const controlFrame = (title: string, content: string): string =>
  pageFrame(title, content, {
    frameStyle: '/page/page.css',
    style: '/page/docs.css',
    script: '/page/search.js',
    links: '<a href="/">Dashboard</a> <a href="/docs">Control API</a>',
  });

/** For people; programs get a problem. */
export const wrongAddressPage = controlFrame(
  'Nothing here',
  `<article class="docs alone">
<h1>There is nothing here</h1>
<p>The address may have been mistyped, or what was here is gone.</p>
<p><a href="/">Open the dashboard</a>, or read <a href="/docs">what programs can ask it</a>: the API is under <code>/control/v1</code>.</p>
</article>`,
);
