// Lists all rules of a rule set: first those of the report, in its order, then the others, itemset by itemset, without
// weights. Memory is that of the rule set, however many rules there are.
import { toAmount } from '../../money/decimal.ts';
import { joinLimbs, joinUnits } from '../../money/limbs.ts';
import { computeQValues } from '../q-values.ts';
import { RuleChance } from '../rule-chance.ts';
import { ItemsetWalk } from '../sets/itemset-trie.ts';
import { SideChance } from '../size-chance.ts';
import {
  createAssociationRule,
  FigureFilter,
  hasFigureFilters,
  type KnownRule,
  RuleFigures,
} from './described-rule.ts';
import type { AssociationRule } from './rule.ts';
import { SplitConstraint } from './rule-constraints.ts';
import { RuleNames, splitKey } from './rule-names.ts';
import { type FoundRule, RuleSearch, type RuleSearchInput } from './rule-search.ts';
import type { RuleSet, StoredSums } from './rule-set.ts';

/** `first`: rules of the set, as the report returns them. */
export function* listAllRules(set: RuleSet, first: readonly AssociationRule[]): Generator<AssociationRule> {
  yield* first;
  const { trie, products, constraints, consideredCount, chance, longest } = set;
  const itemsets = { trie, productOf: Uint32Array.from(products.keys()), complete: true };
  const input: RuleSearchInput = {
    ...set,
    chance: new SideChance(chance.model, trie),
    constraint: constraints && new SplitConstraint(constraints, products, itemsets),
  };
  const sources = {
    names: new RuleNames(products, itemsets),
    figures: new RuleFigures(input),
    chance: new RuleChance(input, chance),
    qValues: computeQValues(input, longest, consideredCount, chance.layers),
  };
  const seen = listSplitKeys(set, first);
  const found: KnownRule[] = [];
  let revenue = 0;
  const visitor = {
    enter(node: number, value: number): void {
      revenue = set.limbs.length === 0 ? toAmount(value, set.scale) : computeExactRevenue(set, node);
    },
    visit(rule: FoundRule): void {
      const { node, mask, consequentValue: ratedValue } = rule;
      if (seen.has(splitKey(node, mask))) return;
      const consequentValue = set.limbs.length === 0 ? ratedValue : computeExactValue(set.limbs, mask);
      found.push({ node, mask, lift: rule.joint / rule.byChance, amount: revenue, consequentValue });
    },
  };
  const filter =
    constraints !== undefined && hasFigureFilters(constraints)
      ? new FigureFilter(constraints, sources.figures, sources.chance)
      : undefined;
  const search = new RuleSearch(input, filter?.before(visitor) ?? visitor);
  for (const walk = new ItemsetWalk(trie, longest); walk.advance(); ) {
    if (walk.depth === 0) continue;
    found.length = 0;
    search.only(walk.node);
    for (const rule of found) yield createAssociationRule(rule, set.scale, sources);
  }
}

/**
 * Exact value of all products of an itemset. Its limbs are entered: `computeExactValue` reads the sums of the same
 * itemset.
 */
function computeExactRevenue({ trie, limbs, scale }: RuleSet, node: number): number {
  let length = 0;
  for (let at = node; at !== 0; at = trie.getParent(at)) length++;
  for (const limb of limbs) limb.enter(node, length - 1);
  return toAmount(joinUnits(limbs.map((limb) => sumMaskedItems(limb, 2 ** length - 1))), scale);
}

function computeExactValue(limbs: readonly StoredSums[], mask: number): number {
  const [value = 0] = joinLimbs(limbs.map((limb) => Float64Array.of(sumMaskedItems(limb, mask))));
  return value;
}

/** Sums the items of the mask. */
function sumMaskedItems({ sums }: StoredSums, mask: number): number {
  let sum = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) sum += sums[31 - Math.clz32(rest & -rest)];
  return sum;
}

/** Throws for a rule that is not in the set. */
function listSplitKeys({ trie, products }: RuleSet, rules: readonly AssociationRule[]): ReadonlySet<number> {
  const rankOf = new Map(products.map((name, rank) => [name, rank]));
  const keys = rules.map(({ antecedents, consequents }) => {
    // The ranks of an itemset descend from the root.
    const items = [...antecedents, ...consequents]
      .map((name) => ({ name, rank: rankOf.get(name) ?? -1 }))
      .sort((a, b) => b.rank - a.rank);
    const node = items.reduce((parent, { rank }) => trie.child(parent, rank), 0);
    const isRule = items.every(({ rank }) => rank >= 0) && node !== 0;
    if (!isRule) throw new Error('a rule of the report is not in its rule set');
    return splitKey(
      node,
      items.reduce((mask, { name }, at) => mask | (consequents.includes(name) ? 1 << at : 0), 0),
    );
  });
  return new Set(keys);
}
