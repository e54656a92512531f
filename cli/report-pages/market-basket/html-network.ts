// Products as nodes, rules as lines with an arrow at what follows.
import { percent, whole } from '../../../src/core/insights/wording.ts';
import { drawVega, FIGURE_WIDTH, figure, wrapped } from '../html-figure.ts';
import type { Markup } from '../html-markup.ts';
import { createRamp, strokeOf } from '../html-ramp.ts';
import { htmlTable, numeric } from '../html-table.ts';
import type { ShownRule } from './detail.ts';
import { layOutNetwork, type Place } from './network-layout.ts';
import { bestOfEachSet, productSet, ruleText } from './rule-sets.ts';

const MOST_SETS = 40;
const LABEL = { columns: 15, lines: 3 };

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly both: boolean;
  readonly lift: number;
  readonly hint: string;
}

export async function ruleNetwork(rules: readonly ShownRule[]): Promise<Markup> {
  const best = bestOfEachSet(rules).slice(0, MOST_SETS);
  const sets = new Set(best.map(productSet));
  const edges = edgesOf(rules.filter((rule) => sets.has(productSet(rule))));
  const names = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const { places, width, height } = layOutNetwork(names, edges, FIGURE_WIDTH);
  const ramp = createRamp(
    'Highest lift',
    edges.map(({ lift }) => lift),
    (edge) => edge.toLocaleString('en-US', { maximumFractionDigits: 2 }),
    { tone: 'line' },
  );
  const at = new Map(places.map((place) => [place.name, place]));
  const degree = (name: string) =>
    edges.filter(({ source, target }) => source === name || target === name).length;
  const nodes = places.map((place) => ({
    ...place,
    radius: 5 + Math.min(7, Math.sqrt(2 * degree(place.name))),
    lines: wrapped(place.name, LABEL.columns, LABEL.lines),
  }));
  const radius = new Map(nodes.map((node) => [node.name, node.radius]));
  const drawn = edges.flatMap((edge) => {
    const from = at.get(edge.source);
    const to = at.get(edge.target);
    if (from === undefined || to === undefined) return [];
    const stroke = strokeOf(ramp.level(edge.lift));
    return [{ from, to, stroke, hint: edge.hint, level: ramp.level(edge.lift), both: edge.both }];
  });
  const arrows = drawn.flatMap(({ from, to, stroke, both }) => [
    { ...tip(from, to, radius.get(to.name) ?? 0), stroke },
    ...(both ? [{ ...tip(to, from, radius.get(from.name) ?? 0), stroke }] : []),
  ]);
  const svg = await drawVega({
    width,
    height,
    padding: 0,
    data: [
      {
        name: 'lines',
        values: drawn.map(({ from, to, stroke, hint, level }) => ({
          path: `M${from.x},${from.y}L${to.x},${to.y}`,
          stroke,
          hint,
          width: 1.2 + 0.35 * level,
        })),
      },
      { name: 'arrows', values: arrows },
      {
        name: 'nodes',
        values: nodes.map((node) => ({
          ...node,
          size: 4 * node.radius ** 2,
          below: node.y + node.radius + 4,
        })),
      },
    ],
    marks: [
      {
        type: 'path',
        from: { data: 'lines' },
        encode: {
          enter: {
            path: { field: 'path' },
            stroke: { field: 'stroke' },
            strokeWidth: { field: 'width' },
            description: { field: 'hint' },
          },
        },
      },
      {
        type: 'path',
        aria: false,
        from: { data: 'arrows' },
        encode: { enter: { path: { field: 'path' }, fill: { field: 'stroke' } } },
      },
      {
        type: 'symbol',
        from: { data: 'nodes' },
        encode: {
          enter: {
            x: { field: 'x' },
            y: { field: 'y' },
            size: { field: 'size' },
            fill: { value: 'var(--accent)' },
            stroke: { value: 'var(--card)' },
            strokeWidth: { value: 1.5 },
            description: { field: 'name' },
          },
        },
      },
      {
        type: 'text',
        aria: false,
        from: { data: 'nodes' },
        encode: {
          enter: {
            x: { field: 'x' },
            y: { field: 'below' },
            text: { field: 'lines' },
            align: { value: 'center' },
            baseline: { value: 'top' },
            fontSize: { value: 10 },
            lineHeight: { value: 12 },
            fill: { value: 'var(--text)' },
          },
        },
      },
    ],
  });
  return figure({
    id: 'rule-network',
    title: 'Products bought together',
    description: `Products of the best rules, one for each set of products (${whole(best.length)} drawn). A line joins what is taken together, its arrow points to what follows; stronger lines have a higher lift.`,
    svg,
    legend: ramp.legend,
    table: htmlTable(
      'Rules in the drawing',
      [{ title: 'Rule' }, numeric('Confidence'), numeric('Lift')],
      best.map((rule) => [ruleText(rule), percent(rule.confidence), rule.lift.toFixed(1)]),
    ),
  });
}

/** One line per pair of products, whichever way the rules go. */
function edgesOf(rules: readonly ShownRule[]): Edge[] {
  const edges = new Map<string, Edge>();
  for (const rule of rules) {
    for (const source of rule.antecedents) {
      for (const target of rule.consequents) {
        const known = edges.get(JSON.stringify([source, target]));
        const reverseKey = JSON.stringify([target, source]);
        const reverse = edges.get(reverseKey);
        const hint = `${ruleText(rule)}: confidence ${percent(rule.confidence)}, lift ${rule.lift.toFixed(1)}`;
        if (reverse !== undefined) {
          edges.set(reverseKey, { ...stronger(reverse, rule.lift, hint), both: true });
        } else {
          const edge = known ?? { source, target, both: false, lift: rule.lift, hint };
          edges.set(JSON.stringify([source, target]), stronger(edge, rule.lift, hint));
        }
      }
    }
  }
  return [...edges.values()];
}

function stronger(edge: Edge, lift: number, hint: string): Edge {
  return lift > edge.lift ? { ...edge, lift, hint } : edge;
}

/** An arrow head that touches the node at `to`. */
function tip(from: Place, to: Place, radius: number): { readonly path: string } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const point = (back: number, aside: number) =>
    `${(to.x - along.x * back - along.y * aside).toFixed(1)},${(to.y - along.y * back + along.x * aside).toFixed(1)}`;
  return { path: `M${point(radius + 1, 0)}L${point(radius + 9, 4)}L${point(radius + 9, -4)}Z` };
}
