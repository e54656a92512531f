// Chooses the rules that a report returns in one pass over all rules: first those that may be worth acting on, by value
// beyond chance, then others. Exact for any number of rules; only possible results are held.

import type { SelectedBy } from '../../../contract/report-types/market-basket/limits.ts';
import { FoundTests } from '../q-values.ts';
import { type Chance, RuleChance } from '../rule-chance.ts';
import type { ItemsetTrie } from '../sets/itemset-trie.ts';
import type { SideChance } from '../size-chance.ts';
import { LONGEST } from '../tested-rules.ts';
import { type FigureFilter, RuleFigures, SIGNIFICANCE } from './described-rule.ts';
import { computeIncrementalValue, correctPValue } from './measures.ts';
import { type RuleNames, splitKey } from './rule-names.ts';
import { type FoundRule, RuleSearch, type RuleSearchInput, type RuleVisitor } from './rule-search.ts';

/** Most rules that are weighed before the best are returned, because their evidence is unknown until then. */
const MOST_CANDIDATES = 10_000;

interface ChosenRules {
  /**
   * The most valuable rules, descending: one per set of products, with one consequent of value, in the direction of the
   * highest confidence, beyond chance in the baskets of the whole period after correction.
   */
  readonly candidates: readonly ValuedRule[];
  /** Further rules, by support beyond independence or by the requested measure, descending. */
  readonly others: readonly ValuedRule[];
  /** Rules that pass the filter. */
  readonly ruleCount: number;
  /** Rules with one consequent among them. */
  readonly singleCount: number;
  /** Number of rules, including those that the filter leaves out. */
  readonly consideredCount: number;
  /** The tests behind q-values: those of all rules considered. */
  readonly tests: FoundTests;
}

interface ChoiceOptions {
  readonly chance: Chance;
  readonly names: RuleNames;
  /** Per rank: 1 for a fee or service, which no rule to act on includes. */
  readonly services: Uint8Array;
  readonly maxRules: number;
  /** Measure by which others are chosen. */
  readonly by: SelectedBy | undefined;
  readonly filter: FigureFilter | undefined;
}

export function chooseRules(input: RuleSearchInput, options: ChoiceOptions): ChosenRules {
  const choice = new Choice(input, options);
  new RuleSearch(input, choice).run({ longest: LONGEST });
  return choice.end();
}

class Choice implements RuleVisitor {
  private readonly tests: FoundTests;
  private readonly chance: RuleChance;
  private readonly sides: SideChance;
  private readonly items = new Uint32Array(32);
  private readonly services: Uint8Array;
  private readonly names: RuleNames;
  private readonly trie: ItemsetTrie;
  private readonly filter: FigureFilter | undefined;
  private readonly toKey: (rule: FoundRule, revenue: number) => number;
  private readonly candidates: BestRules;
  private readonly others: BestRules;
  private consideredCount = 0;
  private ruleCount = 0;
  private singleCount = 0;
  private revenue = 0;
  /** The rule of the last itemset with one consequent, of value if any has, and the highest confidence. */
  private leader: Leader | undefined;

  constructor(input: RuleSearchInput, { chance, names, services, maxRules, by, filter }: ChoiceOptions) {
    this.trie = input.trie;
    this.sides = input.chance;
    this.services = services;
    this.names = names;
    this.filter = filter;
    this.chance = new RuleChance(input, chance);
    this.tests = new FoundTests(input);
    this.toKey = getMeasureKey(by, this.chance, new RuleFigures(input));
    this.candidates = new BestRules(maxRules === 0 ? 0 : MOST_CANDIDATES, names);
    this.others = new BestRules(maxRules, names);
  }

  enter(_node: number, value: number, length: number): void {
    this.offerLeader();
    this.tests.enter(length);
    this.revenue = value;
  }

  visit(rule: FoundRule): void {
    const { node, mask, joint, byChance, consequentValue } = rule;
    this.consideredCount++;
    if (!rule.isConverse) this.tests.add(rule);
    const isSingle = (mask & (mask - 1)) === 0;
    if (isSingle) this.lead(rule);
    if (this.filter !== undefined && !this.filter.passes(node, mask, joint / byChance)) return;
    this.ruleCount++;
    if (isSingle) this.singleCount++;
    const { revenue } = this;
    const key = this.toKey(rule, revenue);
    this.others.offer({ node, mask, lift: joint / byChance, revenue, consequentValue, key });
  }

  end(): ChosenRules {
    this.offerLeader();
    const { ruleCount, singleCount, consideredCount, tests } = this;
    return {
      candidates: this.candidates.sorted(),
      others: this.others.sorted(),
      ...{ ruleCount, singleCount, consideredCount, tests },
    };
  }

  private lead(rule: FoundRule): void {
    const { node, mask, together, joint, byChance, consequentValue, antecedentNode, consequentNode } = rule;
    const antecedents = this.trie.getSupport(antecedentNode);
    const known = this.leader;
    if (known !== undefined && !this.isBefore({ mask, antecedents, consequentValue }, known, node)) return;
    this.leader = {
      ...{ node, mask, together, antecedents, consequentValue, antecedentNode, consequentNode },
      lift: joint / byChance,
    };
  }

  /**
   * A direction that leads to a free product has no value. With fewer baskets of the antecedents, confidence is higher
   * and there are fewer customers to address.
   */
  private isBefore(one: Direction, other: Direction, node: number): boolean {
    const isValued = one.consequentValue > 0;
    if (isValued !== other.consequentValue > 0) return isValued;
    if (one.antecedents !== other.antecedents) return one.antecedents < other.antecedents;
    if (one.consequentValue !== other.consequentValue) return one.consequentValue > other.consequentValue;
    return this.names.compare(node, one.mask, node, other.mask) < 0;
  }

  private offerLeader(): void {
    const { leader, chance, revenue, candidates } = this;
    this.leader = undefined;
    if (leader === undefined) return;
    const { node, mask, lift, together, consequentValue } = leader;
    // The expectation only lowers the value. Counts decide most rules of several antecedents.
    if (consequentValue <= 0 || !candidates.mayHold(consequentValue, revenue)) return;
    if (this.holdsService(node) || !chance.mayBeProductive(leader)) return;
    const expected = this.sides.expected(leader.antecedentNode, leader.consequentNode);
    if (together <= expected) return;
    if (!candidates.mayHold(computeIncrementalValue(together, expected, consequentValue), revenue)) return;
    const pValue = chance.computePValue(leader, expected);
    if (correctPValue(pValue, chance.getCorrection(leader)) >= SIGNIFICANCE) return;
    if (!chance.isProductive(leader, pValue)) return;
    const key = computeIncrementalValue(together, chance.computeExplained(leader, expected), consequentValue);
    if (key > 0) candidates.offer({ node, mask, lift, revenue, consequentValue, key });
  }

  private holdsService(node: number): boolean {
    const { services, items, trie } = this;
    const length = trie.writeItems(node, items);
    for (let at = 0; at < length; at++) if (services[items[at]] === 1) return true;
    return false;
  }
}

interface Direction {
  readonly mask: number;
  readonly antecedents: number;
  readonly consequentValue: number;
}

interface Leader extends Direction {
  readonly node: number;
  readonly together: number;
  readonly lift: number;
  readonly antecedentNode: number;
  readonly consequentNode: number;
}

function getMeasureKey(by: SelectedBy | undefined, chance: RuleChance, figures: RuleFigures) {
  const measures: Readonly<Record<SelectedBy, (rule: FoundRule, revenue: number) => number>> = {
    support: ({ together }) => together,
    confidence: ({ together, node, mask }) => together / figures.countBaskets({ node, mask }).antecedents,
    lift: ({ joint, byChance }) => joint / byChance,
    lift_given_sizes: (rule) => rule.together / rule.expected(),
    leverage: ({ joint, byChance }) => joint - byChance,
    revenue: (_, revenue) => revenue,
    incremental_value: (rule) =>
      computeIncrementalValue(rule.together, rule.expected(), rule.consequentValue),
    p_value_given_sizes: ({ node, mask }) => -chance.computePValue({ node, mask }),
  };
  return measures[by ?? 'leverage'];
}

/** The rules whose evidence is gathered: those that are rated, and those that are returned. */
export function pickRulesToWeigh(
  { candidates, others }: ChosenRules,
  { maxRules, by, filter }: Pick<ChoiceOptions, 'maxRules' | 'by' | 'filter'>,
): { readonly leading: readonly ReturnedRule[]; readonly others: readonly ReturnedRule[] } {
  const toSplitKey = ({ node, mask }: ValuedRule) => splitKey(node, mask);
  const chosen = new Set(others.map(toSplitKey));
  const isReturned = (rule: ValuedRule): boolean =>
    by === undefined
      ? (filter?.passes(rule.node, rule.mask, rule.lift) ?? true)
      : chosen.has(toSplitKey(rule));
  const leading = candidates.map((rule) => ({ ...rule, isReturned: isReturned(rule) }));
  const isLeading = new Set(candidates.map(toSplitKey));
  const left = maxRules - leading.filter((rule) => rule.isReturned).length;
  return {
    leading,
    others: others
      .filter((rule) => !isLeading.has(toSplitKey(rule)))
      .slice(0, Math.max(0, left))
      .map((rule) => ({ ...rule, isReturned: true })),
  };
}

interface ReturnedRule extends ValuedRule {
  /** False for a rule that is weighed only to rate the others. */
  readonly isReturned: boolean;
}

// Keeps the best of a stream of rules, by a key, then revenue, lift and names. Its memory holds twice as many as it
// keeps.

export interface ValuedRule {
  /** Its itemset in the trie. */
  readonly node: number;
  /** Its consequents, a bit per item of the itemset in trie order. */
  readonly mask: number;
  readonly lift: number;
  /** Values in the baskets with both sides: of both, and of the consequents. */
  readonly revenue: number;
  readonly consequentValue: number;
  /** The first sort key, before revenue; equal for all if there is none. */
  readonly key: number;
}

class BestRules {
  private readonly capacity: number;
  private readonly names: RuleNames;
  private readonly revenue: Float64Array;
  private readonly lift: Float64Array;
  private readonly consequentValue: Float64Array;
  private readonly key: Float64Array;
  private readonly nodes: Uint32Array;
  private readonly masks: Uint32Array;
  private held = 0;
  /** Whether `capacity` rules are held that precede all others: the last of them is at capacity - 1. */
  private isFull = false;

  constructor(capacity: number, names: RuleNames) {
    this.capacity = capacity;
    this.names = names;
    this.revenue = new Float64Array(2 * capacity);
    this.lift = new Float64Array(2 * capacity);
    this.consequentValue = new Float64Array(2 * capacity);
    this.key = new Float64Array(2 * capacity);
    this.nodes = new Uint32Array(2 * capacity);
    this.masks = new Uint32Array(2 * capacity);
  }

  /** Rules held, at most `capacity`. */
  get size(): number {
    return Math.min(this.held, this.capacity);
  }

  /** Whether a rule of at most this key could be among the best. */
  mayHold(key: number, revenue: number): boolean {
    const { capacity } = this;
    if (!this.isFull) return capacity > 0;
    const least = this.key[capacity - 1];
    return key > least || (key === least && revenue >= this.revenue[capacity - 1]);
  }

  offer({ node, mask, lift, revenue, consequentValue, key }: ValuedRule): void {
    const { capacity, held } = this;
    if (!this.mayHold(key, revenue)) return;
    this.key[held] = key;
    this.revenue[held] = revenue;
    this.lift[held] = lift;
    this.consequentValue[held] = consequentValue;
    this.nodes[held] = node;
    this.masks[held] = mask;
    if (this.isFull && this.compare(held, capacity - 1) >= 0) return;
    this.held++;
    if (this.held === 2 * capacity) this.cut();
  }

  /** The rules held, first to last. */
  sorted(): ValuedRule[] {
    this.cut();
    return Array.from({ length: this.held }, (_, at) => ({
      node: this.nodes[at],
      mask: this.masks[at],
      lift: this.lift[at],
      revenue: this.revenue[at],
      consequentValue: this.consequentValue[at],
      key: this.key[at],
    }));
  }

  private compare(a: number, b: number): number {
    const { key, revenue, lift, nodes, masks, names } = this;
    if (key[a] !== key[b]) return key[b] - key[a];
    if (revenue[a] !== revenue[b]) return revenue[b] - revenue[a];
    if (lift[a] !== lift[b]) return lift[b] - lift[a];
    return names.compare(nodes[a], masks[a], nodes[b], masks[b]);
  }

  private cut(): void {
    const order = Uint32Array.from({ length: this.held }, (_, at) => at)
      .sort((a, b) => this.compare(a, b))
      .subarray(0, this.capacity);
    const { key, revenue, lift, consequentValue, nodes, masks } = this;
    for (const column of [key, revenue, lift, consequentValue, nodes, masks]) {
      column.set(Float64Array.from(order, (at) => column[at]));
    }
    this.held = order.length;
    this.isFull = this.held === this.capacity;
  }
}
