// Products as nodes, rules as lines with an arrow at what follows.

import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import { type ComponentChildren, h } from 'preact';
import type { AssociationRule, MbaReport } from '../../client/src/index.ts';
import { formatRule } from '../names.ts';
import { Legend, liftLevel, liftRamp } from '../ramp.ts';
import { pickBestOfEachSet, toProductSet } from '../tables/rules.ts';
import type { Say } from '../tables/shown.ts';
import { type Link, Network } from './network.ts';
import { wrapText } from './wrap-text.ts';

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

/** Rules that chance explains, and those of fees and services, are in the tables alone. */
export function RuleNetwork({
  report,
  say,
}: {
  readonly report: MbaReport;
  readonly say: Say;
}): ComponentChildren {
  const { association_rules, fees_and_services: fees = [] } = report;
  const rules = association_rules.filter(
    ({ antecedents, consequents, proven }) =>
      proven !== false && ![...antecedents, ...consequents].some((product) => fees.includes(product)),
  );
  if (rules.length === 0) return null;
  const sets = new Set(pickBestOfEachSet(rules).slice(0, MOST_SETS).map(toProductSet));
  const edges = listEdges(
    rules.filter((rule) => sets.has(toProductSet(rule))),
    say,
  );
  const names = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const { places, width, height } = layOutNetwork(names, edges, WIDTH);
  const nodes = places.map(({ name, x, y }) => {
    const degree = edges.filter(({ source, target }) => source === name || target === name).length;
    const radius = 5 + Math.min(7, Math.sqrt(2 * degree));
    const lines = wrapText(name, LABEL.columns, LABEL.lines);
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
  const title = say.t('Products bought together');
  return h(
    'section',
    { class: 'card', id: 'rule-network' },
    h('h2', null, title),
    h(
      'p',
      { class: 'muted' },
      say.t(
        'Products of the best rules, one rule for each set. A line joins what is taken together, its arrow points to what follows; stronger lines go together more often than expected.',
      ),
    ),
    h(
      'figure',
      null,
      h(Network, { label: title, width, height, nodes, links, dense: true }),
      h(Legend, { title: say.t('As often as expected'), steps: liftRamp(String).steps }),
    ),
  );
}

/** One line per pair of products, whichever way the rules go. */
function listEdges(rules: readonly AssociationRule[], { t, percent, number }: Say): Edge[] {
  const edges = new Map<string, Edge>();
  for (const rule of rules) {
    const lift = rule.measures.lift_within_periods;
    for (const source of rule.antecedents) {
      for (const target of rule.consequents) {
        const known = edges.get(JSON.stringify([source, target]));
        const reverseKey = JSON.stringify([target, source]);
        const reverse = edges.get(reverseKey);
        const hint = `${formatRule(rule)}: ${t('Buyers who take both')}: ${percent(rule.confidence, 0)}. ${t('As often as expected')}: ${t('{lift} times', { lift: number(lift, 1) })}`;
        if (reverse !== undefined) {
          edges.set(reverseKey, { ...pickStronger(reverse, lift, hint), both: true });
        } else {
          const edge = known ?? { source, target, both: false, lift, hint };
          edges.set(JSON.stringify([source, target]), pickStronger(edge, lift, hint));
        }
      }
    }
  }
  return [...edges.values()];
}

function pickStronger(edge: Edge, lift: number, hint: string): Edge {
  return lift > edge.lift ? { ...edge, lift, hint } : edge;
}

// Where the nodes of a network stand: a force layout without chance, so the same links give the same picture.

interface Place {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

interface NetworkLayout {
  readonly places: readonly Place[];
  readonly width: number;
  readonly height: number;
}

/** Half of the room that a product and its label need. */
const ROOM = 56;
/** A layout narrower than the drawing is spread out, at most so far. */
const MOST_STRETCH = 1.7;
const MARGIN = { side: 70, top: 30, bottom: 60 };
const ITERATIONS = 600;

interface Body extends SimulationNodeDatum {
  readonly name: string;
}

/** `minWidth`: a smaller network is centred in it. */
function layOutNetwork(
  names: readonly string[],
  links: readonly { readonly source: string; readonly target: string }[],
  minWidth: number,
): NetworkLayout {
  const bodies: Body[] = names.map((name) => ({ name }));
  const joined = links.map(({ source, target }) => ({ source, target }));
  forceSimulation(bodies)
    .force('collide', forceCollide<Body>(ROOM).iterations(4).strength(1))
    .force('repel', forceManyBody<Body>().strength(-160).distanceMax(320))
    .force(
      'link',
      forceLink<Body, (typeof joined)[number]>(joined)
        .id(({ name }) => name)
        .distance(110),
    )
    .force('x', forceX<Body>(0).strength(0.05))
    .force('y', forceY<Body>(0).strength(0.13))
    .alphaMin(0)
    .stop()
    .tick(ITERATIONS);
  const found = bodies.map(({ name, x = 0, y = 0 }) => ({ name, x, y }));
  const xs = found.map(({ x }) => x);
  const ys = found.map(({ y }) => y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const span = Math.max(1, Math.max(...xs) - left);
  const stretch = Math.min(MOST_STRETCH, Math.max(1, (minWidth - 2 * MARGIN.side) / span));
  const across = stretch * span + 2 * MARGIN.side;
  const width = Math.max(minWidth, across);
  const inset = MARGIN.side + (width - across) / 2;
  return {
    width: Math.round(width),
    height: Math.round(Math.max(...ys) - top + MARGIN.top + MARGIN.bottom),
    places: found.map(({ name, x, y }) => ({
      name,
      x: roundToTenth(stretch * (x - left) + inset),
      y: roundToTenth(y - top + MARGIN.top),
    })),
  };
}

function roundToTenth(value: number): number {
  return Math.round(10 * value) / 10;
}
