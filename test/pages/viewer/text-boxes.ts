// Layout faults, found in the browser by comparing boxes: text over text, and a page that scrolls beyond its content.

import type { Page } from 'playwright-core';

/** Pairs of texts that overlap by more than a rounding error, each as `one | other`. */
export const overlaps = (page: Page): Promise<string[]> => page.evaluate<string[]>(findOverlaps);

/** Short words of lessons and of buttons that are broken across lines, each once. */
export const brokenWords = (page: Page): Promise<string[]> => page.evaluate<string[]>(findBrokenWords);

/** How far the page can be scrolled, and where the lowest thing ends that can be seen, in pixels. */
export type Scroll = { empty: number; scrollHeight: number; lowest: number };
export const measureScroll = (page: Page): Promise<Scroll> => page.evaluate<Scroll>(measureEmptyScroll);

/** Pixels that the page can be scrolled beyond what can be seen on it, downwards or to the side. */
export const emptyScroll = async (page: Page): Promise<number> => (await measureScroll(page)).empty;

/** What can be pressed but is too small for a finger. */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate<string[]>(findSmallTargets);

// As text, since it runs in the page, which has other types than the tests.
const findOverlaps = `(() => {
  const boxes = [];
  const walker = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.textContent.trim() === '' || !node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      let { left, top, right, bottom } = rect;
      // What an ancestor clips is not visible.
      for (let each = node.parentElement; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.overflowX === 'visible' && style.overflowY === 'visible' && style.clipPath === 'none') continue;
        const frame = each.getBoundingClientRect();
        left = Math.max(left, frame.left); right = Math.min(right, frame.right);
        top = Math.max(top, frame.top); bottom = Math.min(bottom, frame.bottom);
      }
      // The inline box of a line is higher than its letters.
      top += rect.height * 0.15; bottom -= rect.height * 0.15;
      if (right - left > 2 && bottom - top > 2) boxes.push({ left, top, right, bottom, node });
    }
  }
  boxes.sort((one, other) => one.top - other.top);
  const found = [];
  const text = ({ node }) => node.textContent.trim().slice(0, 40);
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (other.top >= one.bottom - 1) break;
      if (one.node !== other.node && one.left < other.right - 1 && other.left < one.right - 1)
        found.push(text(one) + ' | ' + text(other));
    }
  });
  return found;
})()`;

const measureEmptyScroll = `(() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const seen = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isText = node.nodeType === 3;
    if (isText ? node.data.trim() === '' : !node.matches('img, svg, canvas, button, input, select, textarea, progress')) continue;
    const owner = isText ? node.parentElement : node;
    if (!owner.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNode(node);
    let { bottom } = range.getBoundingClientRect();
    // What an ancestor clips, or scrolls, is not seen below it.
    for (let each = owner; each && each !== document.body; each = each.parentElement) {
      const { overflowY, clipPath } = getComputedStyle(each);
      if (overflowY !== 'visible' || clipPath !== 'none') bottom = Math.min(bottom, each.getBoundingClientRect().bottom);
    }
    seen.push(bottom + scrollY);
  }
  // The room that a page leaves below its last line.
  const room = 6 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const lowest = Math.max(...seen);
  const across = Math.max(scrollWidth - innerWidth, 0);
  const empty = Math.round(Math.max(scrollHeight - Math.max(lowest + room, innerHeight), across));
  return { empty, scrollHeight, lowest: Math.round(lowest) };
})()`;

// WCAG 2.2 asks for 24 by 24 CSS pixels, and excepts links within a sentence. What a label belongs to is as large as both.
const findSmallTargets = `(() => {
  const targets = 'button, select, summary, input, textarea, [role=button], .button, li.badge a, .week-links a, #results a';
  return [...document.querySelectorAll(targets)].flatMap((each) => {
    if (!each.checkVisibility() || each.closest('.visually-hidden, .skip:not(:focus)')) return [];
    const boxes = [each, ...(each.labels ?? [])].map((one) => one.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.width)), height = Math.max(...boxes.map((box) => box.height));
    if (width === 0 || (width >= 23.9 && height >= 23.9)) return [];
    return [Math.round(width) + ' x ' + Math.round(height) + ' px: ' + each.outerHTML.slice(0, 80)];
  });
})()`;

const findBrokenWords = `(() => {
  const found = new Set();
  for (const line of document.querySelectorAll('.cell-title, .cell-line, button:not(.cell)')) {
    if (!line.checkVisibility()) continue;
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{M}\\p{N}]{2,15}/gu)) {
        if (/[\\p{L}\\p{N}]/u.test(node.data[index + word.length] ?? '') || /\\p{Script=Han}/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (Math.max(...tops) - Math.min(...tops) > 4) found.add(word);
      }
  }
  return [...found];
})()`;
