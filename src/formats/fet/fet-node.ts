// One element of a FET file as a small tree: a teacher, an activity, a constraint. FET has no attributes but the version;
// everything is text within elements.

export type FetNode = { name: string; line: number; text: string; children: FetNode[] };

const child = (node: FetNode, name: string): FetNode | undefined => node.children.find((each) => each.name === name);

/** The text of the first child of the name; nothing where there is none. */
export const textOf = (node: FetNode, name: string): string => child(node, name)?.text ?? '';

/** The texts of all children of the name, without empty ones. */
export const textsOf = (node: FetNode, name: string): string[] =>
  node.children.flatMap((each) => (each.name === name && each.text !== '' ? [each.text] : []));

/** FET writes `true` and `false`; older versions wrote nothing, which is as it is given here, and `yes`. */
export function flagOf(node: FetNode, name: string, otherwise: boolean): boolean {
  const text = textOf(node, name).toLowerCase();
  return text === '' ? otherwise : text === 'true' || text === 'yes' || text === '1';
}

/** A whole number; null where there is something else. */
export function numberOf(node: FetNode, name: string): number | null {
  const text = textOf(node, name);
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
