// Arranges the products that go with one on a ring around it: those that go with each other are neighbours. The same
// rules always give the same places.
import type { AssociationRule } from '../../../packages/client/src/index.ts';

export interface Neighbour {
  readonly product: string;
  /** Baskets with the neighbour and the central product. */
  readonly occurrences: number;
  readonly lift: number;
}

/** A link of two neighbours that go with each other. */
interface Link {
  readonly from: number;
  readonly to: number;
  readonly lift: number;
}

export interface Network {
  /** In order around the ring. */
  readonly neighbours: readonly Neighbour[];
  /** By index in `neighbours`. */
  readonly links: readonly Link[];
}

/** More would not leave room for their names. */
const MOST = 12;

/** `rules`: in the order of the report, the most valuable first. Uses only rules of one product on each side. */
export function createNetwork(rules: readonly AssociationRule[], product: string): Network {
  const found = new Map<string, Neighbour>();
  for (const rule of rules) {
    const other = findPartner(rule, product);
    if (other === undefined || found.has(other)) continue;
    found.set(other, {
      product: other,
      occurrences: rule.impact_analysis.occurrences,
      lift: rule.measures.lift_within_periods,
    });
    if (found.size === MOST) break;
  }
  const lifts = mapLifts(rules, found);
  const neighbours = arrangeNeighbours([...found.values()], lifts);
  const links = neighbours.flatMap((one, from) =>
    neighbours.slice(from + 1).flatMap((other, after) => {
      const lift = lifts.get(pair(one.product, other.product));
      return lift === undefined ? [] : [{ from, to: from + 1 + after, lift }];
    }),
  );
  return { neighbours, links };
}

function listSides({ antecedents, consequents }: AssociationRule): readonly [string, string] | undefined {
  const [from, to] = [antecedents[0], consequents[0]];
  if (antecedents.length !== 1 || consequents.length !== 1) return undefined;
  return from === undefined || to === undefined ? undefined : [from, to];
}

function findPartner(rule: AssociationRule, product: string): string | undefined {
  const [from, to] = listSides(rule) ?? [];
  if (from === product) return to;
  return to === product ? from : undefined;
}

function pair(one: string, other: string): string {
  return JSON.stringify([one, other].sort());
}

function mapLifts(
  rules: readonly AssociationRule[],
  among: ReadonlyMap<string, unknown>,
): Map<string, number> {
  const lifts = new Map<string, number>();
  for (const rule of rules) {
    const [from, to] = listSides(rule) ?? [];
    if (from === undefined || to === undefined || !among.has(from) || !among.has(to)) continue;
    lifts.set(pair(from, to), rule.measures.lift_within_periods);
  }
  return lifts;
}

/** Starts with the first; then takes the one that goes best with the previous one, or else the next. */
function arrangeNeighbours(
  neighbours: readonly Neighbour[],
  lifts: ReadonlyMap<string, number>,
): Neighbour[] {
  const left = [...neighbours];
  const ring: Neighbour[] = [];
  for (let last = left.shift(); last !== undefined; ) {
    ring.push(last);
    const { product } = last;
    const liftTo = (other: Neighbour): number => lifts.get(pair(product, other.product)) ?? 0;
    const best = left.reduce((at, other, i) => (liftTo(other) > liftTo(left[at] ?? other) ? i : at), 0);
    last = left.splice(best, 1)[0];
  }
  return ring;
}
