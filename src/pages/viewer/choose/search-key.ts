// The key "/" leads to the search, wherever the reader is but in a field or a dialog. Loaded after the first grid.

addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const search = document.getElementById('search');
  if (key !== '/' || ctrlKey || metaKey || altKey || search === null) return;
  if (target instanceof Element && target.closest('input, select, textarea, dialog') !== null) return;
  // On a small screen it is folded.
  const fold = search.closest('details');
  if (fold) fold.open = true;
  search.focus();
  event.preventDefault();
});
