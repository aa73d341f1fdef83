// Shows new links this once: the address of each as a QR code and to copy, as slips that can be printed and cut out. The tokens
// stay in this view, and go with it.

import { csvOf } from '../../../csv.ts';
import { slip } from '../../slips/slip.ts';
import { element } from '../../ui/element.ts';
import { csvFile, download } from '../../viewer/saving/download.ts';
import type { CreatedLink, CreatedLinks } from '../answers.ts';
import { copyField } from '../parts/copy-field.ts';
import { formField } from '../parts/form-field.ts';
import { holdPage } from '../parts/hold-page.ts';
import { say } from '../say.ts';

/** Slips that are drawn before the browser may do something else, and as many as it draws at all. */
const [together, mostDrawn] = [50, 5000];

export function linkSheet(place: HTMLElement, created: CreatedLinks, school: string, servedAt: string | null): void {
  const links = 'links' in created ? created.links : [created];
  const skipped = 'links' in created ? created.skipped : 0;
  const byName = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const known = links
    .filter(({ token }) => typeof token === 'string')
    .slice(0, mostDrawn)
    .sort((one, other) => byName.compare(nameOfLink(one), nameOfLink(other)));
  const heading = element('h3', { tabindex: '-1' }, say(known.length < links.length ? 'linksLost' : 'linksShownOnce'));
  const list = element('ul', { class: 'slips' });
  const [single] = known;
  const address = element('input', {
    ...{ id: 'served-at', type: 'url', dir: 'ltr', autocomplete: 'off', required: true },
    value: servedAt ?? '',
    change: () => void draw(),
  });
  const copy = element('div');
  const onlyHere = element('p', { class: 'warm', hidden: true }, say('onlyHere'));
  let drawing = 0;
  async function draw(): Promise<void> {
    const own = ++drawing;
    list.replaceChildren();
    copy.replaceChildren();
    const at = originOf(address.value);
    onlyHere.hidden = at === null || !/^(localhost|127\..*|\[::1\])$/.test(at.hostname);
    if (at === null) return;
    if (single !== undefined && known.length === 1)
      copy.replaceChildren(copyField('link-address', say('linkAddress'), `${at.origin}/my#${single.token}`));
    for (let from = 0; from < known.length; from += together) {
      await new Promise((resolve) => setTimeout(resolve));
      if (own !== drawing || !list.isConnected) return;
      list.append(...known.slice(from, from + together).map((link) => slip(listed(link), school, at)));
    }
  }
  const close = () => {
    place.replaceChildren();
    document.querySelector<HTMLElement>('#content h2')?.focus();
  };
  /** The list that the page for slips reads too, and `belfry links create` writes. */
  const keepList = () => {
    const at = originOf(address.value);
    const rows = known.map(({ linkId, kind, entityId, entityName, name, expiresAt, token }) => [
      ...[linkId, kind, entityId, entityName ?? '', name ?? '', expiresAt ?? ''],
      ...[token ?? '', at === null ? '' : `${at.origin}/my#${token}`],
    ]);
    const head = ['linkId', 'kind', 'entityId', 'name', 'label', 'expiresAt', 'token', 'address'];
    download(csvFile(csvOf([head, ...rows])), school, 'csv');
  };
  place.replaceChildren(
    element(
      'div',
      { class: 'notice stack no-print', role: 'group', 'aria-label': heading.textContent },
      heading,
      element('p', {}, say('linkCount', { count: links.length })),
      skipped > 0 && element('p', {}, say('linksSkipped', { count: skipped })),
      formField(say('servedAt'), address, say('servedAtHint')),
      onlyHere,
      copy,
      element(
        'p',
        { class: 'buttons' },
        element('button', { type: 'button', class: 'primary', click: () => print() }, say('print')),
        element('button', { type: 'button', id: 'keep-links', click: keepList }, say('keepList')),
        element('button', { type: 'button', click: close }, say('hideLinks')),
      ),
    ),
    list,
  );
  if (known.length > 0) holdPage(heading);
  heading.focus();
  void draw();
}

const nameOfLink = ({ entityName, entityId }: Pick<CreatedLink, 'entityName' | 'entityId'>): string =>
  entityName ?? entityId;

/** A slip is for the person, who knows a name, and neither an id nor what the office calls the link. */
const listed = ({ token, kind, entityName, entityId, expiresAt }: CreatedLink) => ({
  token: token ?? '',
  kind,
  name: nameOfLink({ entityName, entityId }),
  until: expiresAt === null ? null : Number(expiresAt.slice(0, 10).replaceAll('-', '')),
});

function originOf(text: string): URL | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}
