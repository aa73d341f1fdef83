// The contents of a page of reference, with its search, which a script shows. HTML. On a phone the script folds the contents, so that
// the page begins on its first screen.

const searchBox = `<search id="find" hidden>
<label for="find-words">Search</label>
<input id="find-words" type="search" autocomplete="off" spellcheck="false" placeholder="timetableId, 401, keys …">
<p id="found-count" class="quiet" role="status"></p>
<ul id="found" class="plain"></ul>
</search>`;

/** @param items HTML of what is on the page */
export const contents = (items: string): string => `<nav class="contents" aria-labelledby="on-this-page">
${searchBox}
<details id="contents" open><summary><h2 id="on-this-page">On this page</h2></summary><ul class="plain">
${items}
</ul></details></nav>`;
