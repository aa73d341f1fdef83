// Every visible or spoken text is in the folder `languages`: none is in the code, where it would be English in every
// language.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import ts from 'typescript';
import { expect, test } from 'vitest';

const pages = fileURLToPath(new URL('../../../src/pages/', import.meta.url));
const spokenAttributes = ['aria-label', 'title', 'placeholder', 'alt'];
const makers = ['element', 'nameOf', 'visuallyHidden'];

/** The literal texts that are given to an element as its content or as an attribute that is seen or heard. */
function textsIn(code: string): string[] {
  const found: string[] = [];
  const take = (node: ts.Node): void => {
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(take);
    else if (ts.isBinaryExpression(node) && !/^[!=]==$/.test(node.operatorToken.getText()))
      (node.operatorToken.kind === ts.SyntaxKind.PlusToken ? [node.left, node.right] : [node.right]).forEach(take);
    else if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node))
      found.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(''));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.name) && spokenAttributes.includes(node.name.text))
      take(node.initializer);
    else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && spokenAttributes.includes(node.name.text))
      take(node.initializer);
    else if (ts.isCallExpression(node) && makers.includes(node.expression.getText()))
      node.arguments.slice(node.expression.getText() === 'element' ? 2 : 0).forEach(take);
    else if (ts.isBinaryExpression(node) && /\.(textContent|title)$/.test(node.left.getText())) take(node.right);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('page.ts', code, ts.ScriptTarget.Latest, true));
  return found.filter((text) => /\p{L}/u.test(text));
}

// References of APIs, and the search in them, are English.
const ofReference = ['ui/find-on-page.ts'];

test.each(glob.sync('{dashboard,my,slips,ui,viewer}/**/*.ts', { cwd: pages, ignore: ofReference }))(
  '%s has no literal text',
  (file) => {
    const ownNames = ['Belfry', 'belfry_…', ' · Belfry'];
    expect(textsIn(readFileSync(pages + file, 'utf8')).filter((text) => !ownNames.includes(text))).toEqual([]);
  },
);

test('a literal text is found in content, attributes and assignments', () => {
  const code = `element('p', { class: 'quiet', 'aria-label': 'Kinds', title: on ? 'A' : say('b') }, \`Week \${week}\`, on && 'Now', ' · ');
    visuallyHidden('free'); status.textContent = 'Done';`;
  expect(textsIn(code).sort()).toEqual(['A', 'Done', 'Kinds', 'Now', 'Week ', 'free']);
});
