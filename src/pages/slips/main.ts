// Makes slips with links for handing out, from the list that `belfry links create` wrote. Nothing leaves this computer: the page
// sends no request once it is there, and its own policy forbids any.

import { languageTags } from '../languages/language-names.ts';
import { loadWords } from '../my/load-words.ts';
import { myFrame } from '../my/my-frame.ts';
import { say } from '../my/say.ts';
import { element } from '../ui/element.ts';
import { decodeList } from './decode-list.ts';
import { type ListedLink, mostLinks, readLinkList } from './read-link-list.ts';
import { slip } from './slip.ts';

const place = document.getElementById('app') ?? document.body;
let links: readonly ListedLink[] = [];
let problem: 'noLinks' | 'tooMany' | null = null;
let school = '';
/** Counts what was drawn, so that an older drawing ends when a newer one begins. */
let drawing = 0;
/** Slips that are drawn before the browser may do something else. */
const together = 50;

const list = element('ul', { class: 'slips' });
const said = element('p', { role: 'status' });

function take(text: string): void {
  const read = readLinkList(text);
  const byName = new Intl.Collator(document.documentElement.lang, { numeric: true });
  links = read.outcome === 'links' ? read.links.sort((one, other) => byName.compare(one.name, other.name)) : [];
  problem = read.outcome === 'none' ? 'noLinks' : read.outcome === 'too many' ? 'tooMany' : null;
  void drawSlips();
}

async function drawSlips(): Promise<void> {
  const own = ++drawing;
  list.replaceChildren();
  said.textContent =
    problem === 'tooMany' ? say('tooMany', { most: mostLinks }) : problem === 'noLinks' ? say('noLinks') : '';
  for (let from = 0; from < links.length; from += together) {
    await new Promise((resolve) => setTimeout(resolve));
    if (own !== drawing) return;
    list.append(...links.slice(from, from + together).map((link) => slip(link, school)));
  }
  if (links.length > 0) said.textContent = say('slipCount', { count: links.length });
}

async function takeFile(file: File | undefined): Promise<void> {
  if (file !== undefined) take(decodeList(new Uint8Array(await file.arrayBuffer())));
}

function form(): HTMLElement {
  const file = element('input', {
    ...{ id: 'file', type: 'file', accept: '.csv,.json,text/csv,application/json' },
    change: () => void takeFile(file.files?.[0]),
  });
  const text = element('textarea', {
    ...{ id: 'text', rows: '3', dir: 'ltr', autocomplete: 'off', spellcheck: 'false' },
    input: () => take(text.value),
  });
  const name = element('input', {
    ...{ id: 'school', type: 'text', autocomplete: 'off', value: school },
    input() {
      school = name.value;
      for (const each of document.querySelectorAll('.slip-school')) each.textContent = school;
    },
  });
  const field = (label: string, input: HTMLElement) =>
    element('div', {}, element('label', { for: input.id }, label), input);
  return element(
    'div',
    { class: 'slips-form no-print' },
    element('h1', { tabindex: '-1' }, say('slips')),
    element('p', {}, say('slipsAdvice')),
    field(say('listFile'), file),
    field(say('listText'), text),
    field(say('schoolName'), name),
    element('p', {}, element('button', { type: 'button', class: 'primary', click: () => print() }, say('print'))),
    said,
  );
}

async function draw(): Promise<void> {
  await frame.useLanguage();
  document.title = say('slips');
  place.replaceChildren(element('main', { id: 'content', class: 'slips-page' }, form(), list));
  await drawSlips();
}

const frame = myFrame(
  () => void draw(),
  [],
  () => undefined,
);
window.addEventListener('dragover', (event) => event.preventDefault());
window.addEventListener('drop', (event) => {
  event.preventDefault();
  void takeFile(event.dataTransfer?.files[0]);
});
// All of them now, so that a later choice loads nothing.
await Promise.all(languageTags().map(loadWords));
await draw();
