// Which rules are looked for. Constraints on products decide which rules are considered: ratings and the correction of
// p-values are over those. Constraints on figures then leave some of them out, and change no figure of the others.

export interface RuleConstraints {
  /** Products that are all in the rule, on either side. */
  readonly mustContain: readonly string[];
  /** Products that may be antecedents, and consequents. Undefined: any. */
  readonly antecedents: readonly string[] | undefined;
  readonly consequents: readonly string[] | undefined;
  /** Products that are on neither side. */
  readonly exclude: readonly string[];
  /** Products of a rule, and of its sides. */
  readonly maxProducts: number | undefined;
  readonly maxAntecedents: number | undefined;
  readonly maxConsequents: number | undefined;
  readonly minLift: number | undefined;
  readonly maxPValueCorrected: number | undefined;
  /** False: only rules that are not redundant. */
  readonly redundant: false | undefined;
}

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

/** The most products that a rule can have; infinite where nothing limits it. */
export function mostProducts({
  antecedents,
  consequents,
  maxProducts = Number.POSITIVE_INFINITY,
  maxAntecedents = Number.POSITIVE_INFINITY,
  maxConsequents = Number.POSITIVE_INFINITY,
}: RuleConstraints): number {
  const most = (side: number, allowed: readonly string[] | undefined): number =>
    Math.min(side, allowed === undefined ? Number.POSITIVE_INFINITY : new Set(allowed).size);
  return Math.min(maxProducts, most(maxAntecedents, antecedents) + most(maxConsequents, consequents));
}

/** Names in the constraints that none of these products has, each once. */
export function unknownProducts(
  { mustContain, antecedents = [], consequents = [], exclude }: RuleConstraints,
  products: readonly string[],
): string[] {
  const known = new Set(products);
  const named = new Set([...mustContain, ...antecedents, ...consequents, ...exclude]);
  return [...named].filter((name) => !known.has(name));
}
