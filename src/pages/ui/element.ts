// Creates elements. Text becomes text nodes and never markup, so the content of a timetable cannot inject HTML.

export type Child = Node | string | null | false | undefined;
type Attributes = Record<string, string | boolean | null | undefined | ((event: Event) => void)>;

/** A function is a listener for the event of that name (`click`). False and null omit the attribute. */
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

let lang: string | null = null;
let ofPage: ReadonlySet<string> | undefined;
/**
 * @param tag of the names from a timetable, where it is known and is not that of the page
 * @param names those that are in the language of the page all the same
 */
export const setLanguageOfNames = (tag: string | null, names?: ReadonlySet<string>): void => {
  lang = tag;
  ofPage = names;
};

/** A name from a timetable, isolated because it may be written in either direction. */
export const nameOf = (name: string, attributes: Attributes = {}) =>
  element('bdi', { lang: ofPage?.has(name) ? null : lang, ...attributes }, name);

/** Text for screen readers only, where a symbol or a position shows the same. */
export const visuallyHidden = (text: string) => element('span', { class: 'visually-hidden' }, text);

/** The children with a separator between them. */
export const joined = (children: readonly Node[], separator: string): Child[] =>
  children.flatMap((child, index) => (index === 0 ? [child] : [separator, child]));
