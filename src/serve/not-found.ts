// The site's 404 page, made once so that no file is read for it.

import { pageFrame } from './page-frame.ts';
import { siteHeaders } from './site-file.ts';

export const notFound = {
  status: 404,
  headers: { ...siteHeaders, 'Content-Type': 'text/html; charset=utf-8' },
  body: new TextEncoder().encode(
    pageFrame(
      'Nothing here',
      `<div class="key-page">
<h1>There is nothing here</h1>
<p>The address may have been mistyped, or what was here is gone.</p>
<p><a href="/">See the timetables</a>, or read <a href="/docs">how programs read them</a>: the API is under <code>/api/v1</code>.</p>
</div>`,
    ),
  ),
};
