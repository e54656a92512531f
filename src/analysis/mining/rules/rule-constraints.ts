// Applies constraints to rules. Constraints on products decide which rules are considered: ratings and the correction
// of p-values cover those. Constraints on figures then leave some of them out, and change no figure of the others.
import type { RuleConstraints } from '../../../contract/report-types/market-basket/rule-params.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';

/** Constrains nothing. */
export const ANY_RULE: RuleConstraints = {
  mustContain: [],
  antecedents: undefined,
  consequents: undefined,
  exclude: [],
  maxProducts: undefined,
  maxAntecedents: undefined,
  maxConsequents: undefined,
  minLift: undefined,
  maxPValueCorrected: undefined,
  redundant: undefined,
};

/** The most products that a rule can have; infinite without a limit. */
export function computeMostProducts({
  antecedents,
  consequents,
  maxProducts = Number.POSITIVE_INFINITY,
  maxAntecedents = Number.POSITIVE_INFINITY,
  maxConsequents = Number.POSITIVE_INFINITY,
}: RuleConstraints): number {
  const limitSide = (side: number, allowed: readonly string[] | undefined): number =>
    Math.min(side, allowed === undefined ? Number.POSITIVE_INFINITY : new Set(allowed).size);
  return Math.min(
    maxProducts,
    limitSide(maxAntecedents, antecedents) + limitSide(maxConsequents, consequents),
  );
}

/** Distinct names in the constraints that none of these products has. */
export function findUnknownProducts(
  { mustContain, antecedents = [], consequents = [], exclude }: RuleConstraints,
  products: readonly string[],
): string[] {
  const known = new Set(products);
  const named = new Set([...mustContain, ...antecedents, ...consequents, ...exclude]);
  return [...named].filter((name) => !known.has(name));
}

// Converts constraints on products for the search of rules: per item of an itemset, the sides on which it may be.

/** Bits of `roles`. */
const ANTECEDENT = 1;
const CONSEQUENT = 2;
const REQUIRED = 4;

export class SplitConstraint {
  /** For the last itemset, a bit per item: items that may be consequents, and items that cannot be antecedents. */
  consequents = 0;
  onlyConsequents = 0;
  readonly maxAntecedents: number;
  readonly maxConsequents: number;
  private readonly maxProducts: number;
  private readonly required: number;
  /** Allowed sides per rank. */
  private readonly roles: Uint8Array;

  constructor(constraints: RuleConstraints, products: readonly string[], { productOf }: FrequentItemsets) {
    const { mustContain, exclude, antecedents, consequents } = constraints;
    const [required, excluded] = [new Set(mustContain), new Set(exclude)];
    const may = (allowed: readonly string[] | undefined): ((name: string) => boolean) => {
      const names = new Set(allowed);
      return (name) => (allowed === undefined || names.has(name)) && !excluded.has(name);
    };
    const [mayLead, mayFollow] = [may(antecedents), may(consequents)];
    this.required = required.size;
    this.maxProducts = constraints.maxProducts ?? Number.POSITIVE_INFINITY;
    this.maxAntecedents = constraints.maxAntecedents ?? Number.POSITIVE_INFINITY;
    this.maxConsequents = constraints.maxConsequents ?? Number.POSITIVE_INFINITY;
    this.roles = Uint8Array.from(productOf, (product) => {
      const name = products[product];
      return (
        (mayLead(name) ? ANTECEDENT : 0) |
        (mayFollow(name) ? CONSEQUENT : 0) |
        (required.has(name) ? REQUIRED : 0)
      );
    });
  }

  /** Loads an itemset; returns false if none of its splits is considered. */
  take(length: number, itemAt: (position: number) => number): boolean {
    if (length > this.maxProducts) return false;
    this.consequents = 0;
    this.onlyConsequents = 0;
    let required = 0;
    for (let position = 0; position < length; position++) {
      const role = this.roles[itemAt(position)];
      if ((role & (ANTECEDENT | CONSEQUENT)) === 0) return false;
      if ((role & CONSEQUENT) !== 0) this.consequents |= 1 << position;
      if ((role & ANTECEDENT) === 0) this.onlyConsequents |= 1 << position;
      if ((role & REQUIRED) !== 0) required++;
    }
    return required === this.required;
  }
}
