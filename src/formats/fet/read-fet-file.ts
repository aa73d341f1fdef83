// Reads a FET file as a stream: only one list item is in memory at a time, as a small tree.

import { readXml } from '../reading/read-xml.ts';
import type { SchoolFile } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';
import { collectItem, collectText, emptyData, type FetNode, textOf, textsOf } from './collect-data.ts';
import type { FetData, Placement } from './fet-data.ts';

export type FetFile = { kind: 'data'; data: FetData } | { kind: 'placements'; placements: Placement[] };

/** @returns null where it is not XML or not a FET file, with the reason in `findings` */
export function readFetFile(file: SchoolFile, findings: Findings): FetFile | null {
  let result: FetFile | null = null;
  const isRead = readNodes(file, findings, {
    root(name, version) {
      if (name === 'fet' || name === 'FET') result = { kind: 'data', data: emptyData(version) };
      if (name === 'Activities_Timetable') result = { kind: 'placements', placements: [] };
      return result === null ? 0 : result.kind === 'data' ? 2 : 1;
    },
    item(list, node) {
      if (result?.kind === 'placements' && node.name === 'Activity') result.placements.push(readPlacement(node));
      if (result?.kind !== 'data') return;
      if (list === null) collectText(result.data, node);
      else collectItem(result.data, list, node);
    },
  });
  if (isRead && result === null)
    findings.add(
      'file.not-this-format',
      { file: file.name },
      `${file.name} is not a .fet file or a file of activities that FET wrote`,
    );
  return isRead ? result : null;
}

const readPlacement = (node: FetNode): Placement => ({
  activity: textOf(node, 'Id'),
  day: textOf(node, 'Day'),
  hour: textOf(node, 'Hour'),
  room: textOf(node, 'Room'),
  realRooms: textsOf(node, 'Real_Room'),
  line: node.line,
});

type NodeVisitor = {
  /** @returns the depth of the items: 1 for children of the root, 2 for those of its lists, 0 for neither */
  root(name: string, version: string): number;
  /** `list` is null for a text directly in the root. */
  item(list: string | null, node: FetNode): void;
};

function readNodes(file: SchoolFile, findings: Findings, visitor: NodeVisitor): boolean {
  let depthOfItems = 0;
  const open: FetNode[] = []; // the current item and its open descendants
  let list: FetNode | null = null;
  return readXml(file, findings, {
    open(name, attributes, line, path) {
      if (path.length === 0) depthOfItems = visitor.root(name, attributes['version'] ?? '');
      if (depthOfItems === 0 || path.length === 0) return;
      const node: FetNode = { name, line, text: '', children: [] };
      if (path.length < depthOfItems) list = node;
      else {
        open.at(-1)?.children.push(node);
        open.push(node);
      }
    },
    text(text) {
      const node = open.at(-1) ?? list;
      if (node !== null) node.text += text;
    },
    close() {
      const node = open.pop();
      if (node !== undefined) {
        node.text = node.text.trim();
        if (open.length === 0) visitor.item(list?.name ?? null, node);
      } else if (list !== null) {
        visitor.item(null, { ...list, text: list.text.trim() });
        list = null;
      }
    },
  });
}
