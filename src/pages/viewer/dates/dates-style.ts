// The style of weeks of dates, as a part of its own that needs no other: it is asked for beside the parts that draw them, and not
// after them, which takes half a second on a slow phone. If it fails, a week is readable without it.

import { element } from '../../ui/element.ts';

await new Promise((settled) => {
  document.head.append(element('link', { rel: 'stylesheet', href: '/dates.css', load: settled, error: settled }));
});
