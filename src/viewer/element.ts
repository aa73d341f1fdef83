// Makes elements. Text becomes text nodes and never markup, so nothing that a timetable holds can act on the page.

export type Child = Node | string | null | false | undefined;
type Attributes = Record<string, string | boolean | null | undefined | ((event: Event) => void)>;

/** A function is a listener for the event that its name gives (`click`); false and null leave an attribute out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, '');
    else if (typeof value === 'string') made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== false && child !== undefined));
  return made;
}

/** A name from a timetable: it may run in either direction whatever surrounds it. */
export const nameOf = (name: string, attributes: Attributes = {}) => element('bdi', attributes, name);

/** Words for those who listen, where others see a sign or a position. */
export const heard = (text: string) => element('span', { class: 'heard' }, text);

/** Children with a separator between them. */
export const joined = (children: readonly Node[], separator = ', '): Child[] =>
  children.flatMap((child, index) => (index === 0 ? [child] : [separator, child]));
