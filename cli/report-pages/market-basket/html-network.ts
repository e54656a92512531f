// Products as nodes, rules as lines with an arrow at what follows.
import { type ComponentChildren, h } from 'preact';
import { layOutNetwork } from '../../../report-parts/charts/force-layout.ts';
import { type Link, Network } from '../../../report-parts/charts/network.ts';
import { Legend } from '../../../report-parts/legend.ts';
import { ruleText } from '../../../report-parts/names.ts';
import { liftLevel, liftRamp } from '../../../report-parts/ramp.ts';
import { numeric, Table } from '../../../report-parts/table.ts';
import { decimals, percent, whole } from '../../../src/core/insights/wording.ts';
import { Figure } from '../html-figure.ts';
import { wrapped } from '../text-columns.ts';
import type { ShownRule } from './detail.ts';
import { bestOfEachSet, productSet } from './rule-sets.ts';

const WIDTH = 880;
const MOST_SETS = 40;
const LABEL = { columns: 15, lines: 3 };

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly both: boolean;
  readonly lift: number;
  readonly hint: string;
}

export function ruleNetwork(rules: readonly ShownRule[]): ComponentChildren {
  const best = bestOfEachSet(rules).slice(0, MOST_SETS);
  const sets = new Set(best.map(productSet));
  const edges = edgesOf(rules.filter((rule) => sets.has(productSet(rule))));
  const names = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const { places, width, height } = layOutNetwork(names, edges, WIDTH);
  const nodes = places.map(({ name, x, y }) => {
    const degree = edges.filter(({ source, target }) => source === name || target === name).length;
    const radius = 5 + Math.min(7, Math.sqrt(2 * degree));
    const lines = wrapped(name, LABEL.columns, LABEL.lines);
    return { key: name, x, y, radius, hint: name, name: lines, nameX: x, nameY: y + radius + 13 };
  });
  const at = new Map(nodes.map((node) => [node.key, node]));
  const links = edges.flatMap(({ source, target, lift, hint, both }): Link[] => {
    const [from, to] = [at.get(source), at.get(target)];
    if (from === undefined || to === undefined) return [];
    const level = liftLevel(lift);
    const [key, width] = [JSON.stringify([source, target]), 1.2 + 0.35 * level];
    return [{ key, from, to, level, width, hint, arrow: both ? 'both' : 'to' }];
  });
  const title = 'Products bought together';
  return h(
    Figure,
    {
      id: 'rule-network',
      title,
      description: `Products of the best rules, without fees and services, one for each set of products (${whole(best.length)} drawn). A line joins what is taken together, its arrow points to what follows; stronger lines have a higher lift.`,
      table: h(Table, {
        caption: 'Rules in the drawing',
        columns: [{ title: 'Rule' }, numeric('Confidence'), numeric('Lift')],
        rows: best.map((rule) => [ruleText(rule), percent(rule.confidence), decimals(rule.lift, 1)]),
      }),
    },
    h(Network, { label: title, width, height, nodes, links, dense: true }),
    h(Legend, { title: 'Highest lift', steps: liftRamp(String).steps }),
  );
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
        const hint = `${ruleText(rule)}: confidence ${percent(rule.confidence)}, lift ${decimals(rule.lift, 1)}`;
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
