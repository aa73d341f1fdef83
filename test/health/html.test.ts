import { expect, test } from 'vitest';
import { html } from '../../src/health/html.ts';

test('values are escaped, and HTML is inserted unchanged', () => {
  const evil = `<script>"'&`;
  const items = [html`<li>${evil}</li>`, html`<li>${2}</li>`];
  expect(html`<ul title="${evil}">${items}</ul>`.markup).toBe(
    '<ul title="&lt;script&gt;&quot;&#39;&amp;"><li>&lt;script&gt;&quot;&#39;&amp;</li><li>2</li></ul>',
  );
});
