// The contents of a page of reference, with its search, which a script shows. HTML.

const searchBox = `<search id="find" hidden>
<label for="find-words">Search</label>
<input id="find-words" type="search" autocomplete="off" spellcheck="false" placeholder="timetableId, 401, keys …">
<p id="found-count" class="quiet" role="status"></p>
<ul id="found" class="plain"></ul>
</search>`;

/** @param items HTML of what is on the page */
export const contents = (items: string): string => `<nav class="contents" aria-labelledby="on-this-page">
${searchBox}
<h2 id="on-this-page">On this page</h2><ul class="plain">
${items}
</ul></nav>`;
