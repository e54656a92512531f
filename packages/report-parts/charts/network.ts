// Draws a network: named nodes, joined by lines that may point. Where the nodes stand is up to the layout.
import { type ComponentChildren, h } from 'preact';
import { Drawing } from './axes.ts';

export interface Node {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly hint: string;
  /** Lines of its name, and the place of the first. */
  readonly name: readonly string[];
  readonly nameX: number;
  readonly nameY: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly class?: string;
}

export interface Link {
  readonly key: string;
  readonly from: Node;
  readonly to: Node;
  /** Stroke level, s0 to s5. */
  readonly level: number;
  readonly width: number;
  readonly dashed?: boolean;
  readonly arrow?: 'to' | 'both';
  readonly hint?: string;
}

interface NetworkProps {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly Node[];
  readonly links: readonly Link[];
  /** True for small names over several lines. */
  readonly dense?: boolean;
  /** Wraps a node that is a link. */
  readonly wrap?: (node: Node, drawn: ComponentChildren) => ComponentChildren;
}

/** Heights of lines, in units of the drawing. */
export const LINE = 15;
const DENSE_LINE = 12;

export function Network({ label, width, height, nodes, links, dense = false, wrap }: NetworkProps) {
  return h(
    Drawing,
    {
      kind: dense ? 'network dense' : 'network',
      label,
      width,
      height,
      role: wrap === undefined ? 'img' : 'group',
    },
    links.map((link) => h('g', { key: link.key, class: `s${link.level}` }, drawLink(link))),
    nodes.map((node) => {
      const { key, x, y, radius, hint, name, nameX, nameY, anchor = 'middle', class: kind } = node;
      const drawn = [
        h('title', null, hint),
        h('circle', { cx: x, cy: y, r: radius, class: kind }),
        h(
          'text',
          { x: nameX, y: nameY, 'text-anchor': anchor },
          name.map((words, at) =>
            h('tspan', { x: nameX, dy: at === 0 ? 0 : dense ? DENSE_LINE : LINE }, words),
          ),
        ),
      ];
      return wrap === undefined ? h('g', { key }, drawn) : wrap(node, drawn);
    }),
  );
}

function drawLink({ from, to, width, dashed = false, arrow, hint }: Link) {
  return [
    hint !== undefined && h('title', null, hint),
    h('line', {
      ...{ x1: from.x, y1: from.y, x2: to.x, y2: to.y, 'stroke-width': width },
      ...(dashed && { 'stroke-dasharray': '3 4' }),
    }),
    arrow !== undefined && h('path', { class: 'arrow', d: drawTip(from, to) }),
    arrow === 'both' && h('path', { class: 'arrow', d: drawTip(to, from) }),
  ];
}

/** An arrow head that touches the node at `to`. */
function drawTip(from: Node, to: Node): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const point = (back: number, aside: number) =>
    `${(to.x - along.x * back - along.y * aside).toFixed(1)},${(to.y - along.y * back + along.x * aside).toFixed(1)}`;
  return `M${point(to.radius + 1, 0)}L${point(to.radius + 9, 4)}L${point(to.radius + 9, -4)}Z`;
}
