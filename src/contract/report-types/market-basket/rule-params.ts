// params.rules: which rules a market basket report looks for.
import * as v from 'valibot';
import { closedObject } from '../../schema/closed-object.ts';
import { described, optionally } from '../../schema/described.ts';
import { integerFrom, numberFrom, orNull, share, text } from '../../schema/fields.ts';
import { MAX_LISTED_PRODUCTS, MAX_LISTED_PRODUCTS_BYTES, MAX_PRODUCT_LENGTH } from '../../schema/limits.ts';
import type { Shape } from '../../schema/shape.ts';

/** An itemset of more products is not split into rules. */
const MOST_PRODUCTS = 31;
const MOST_ON_A_SIDE = MOST_PRODUCTS - 1;

const expectedNames = `expected 1 to ${MAX_LISTED_PRODUCTS} product names`;
const names = (description: string) =>
  orNull(
    v.pipe(
      v.array(text(MAX_PRODUCT_LENGTH, 1), expectedNames),
      v.minLength(1, expectedNames),
      v.maxLength(MAX_LISTED_PRODUCTS, expectedNames),
    ),
    `${description} Whole names as reports show them, 1 to ${MAX_LISTED_PRODUCTS}.`,
    { examples: [['Tea']] },
  );

const atMost = (description: string, from: number, to: number) =>
  orNull(integerFrom(from, to), `${description}, ${from} to ${to}.`);

export const ruleParams = described(
  v.pipe(
    closedObject(
      {
        must_contain: names('Products that every rule contains, all of them, on either side.'),
        antecedents: names('The only products that may be antecedents.'),
        consequents: names('The only products that may be consequents.'),
        exclude: names('Products that no rule contains.'),
        max_products: atMost(
          'Most products of a rule; sets of so many are searched even where that takes longer than a search does without it',
          2,
          MOST_PRODUCTS,
        ),
        max_antecedents: atMost('Most antecedents of a rule', 1, MOST_ON_A_SIDE),
        max_consequents: atMost('Most consequents of a rule. Default 1', 1, MOST_ON_A_SIDE),
        min_lift: orNull(
          v.pipe(
            v.number('expected a number from 0'),
            v.finite('expected a number from 0'),
            v.minValue(0, 'expected a number from 0'),
          ),
          'Least lift.',
          { examples: [1.2] },
        ),
        max_p_value_corrected: orNull(
          numberFrom(0, 1),
          'Greatest p_value_corrected, 0 to 1. Rules that the report does not return are counted and exported by theirs, which is of baskets and the whole time.',
          { examples: [0.05] },
        ),
        redundant: orNull(
          v.boolean('expected true or false'),
          'false: only rules that no shorter rule makes redundant. Default: true.',
        ),
      },
      'expected an object',
    ),
    v.check(
      (rules) => new TextEncoder().encode(JSON.stringify(rules)).length <= MAX_LISTED_PRODUCTS_BYTES,
      `expected at most ${MAX_LISTED_PRODUCTS_BYTES} bytes of JSON`,
    ),
  ),
  'MBA: which rules to look for. Constraints on products decide which rules are considered: ratings and p_value_corrected are over those. Constraints on figures then leave some of them out.',
);

export const echoedRules = v.object({
  must_contain: optionally(v.array(v.string()), 'Products that every rule contains.'),
  antecedents: optionally(v.array(v.string()), 'The only products that may be antecedents.'),
  consequents: optionally(v.array(v.string()), 'The only products that may be consequents.'),
  exclude: optionally(v.array(v.string()), 'Products that no rule contains.'),
  max_products: optionally(v.number(), 'Most products of a rule.'),
  max_antecedents: optionally(v.number(), 'Most antecedents of a rule.'),
  max_consequents: optionally(v.number(), 'Most consequents of a rule.'),
  min_lift: optionally(v.number(), 'Least lift.'),
  max_p_value_corrected: optionally(share, 'Greatest p_value_corrected.'),
  redundant: optionally(v.literal(false), 'Only rules that are not redundant.'),
});

/**
 * Rules have one consequent unless the request allows more: what follows, and what it is worth, is then one product's.
 */
export const DEFAULT_MAX_CONSEQUENTS = 1;

export function toConstraints(given: v.InferOutput<typeof ruleParams> = {}): RuleConstraints {
  return {
    mustContain: given.must_contain ?? [],
    antecedents: given.antecedents,
    consequents: given.consequents,
    exclude: given.exclude ?? [],
    maxProducts: given.max_products,
    maxAntecedents: given.max_antecedents,
    maxConsequents: given.max_consequents ?? DEFAULT_MAX_CONSEQUENTS,
    minLift: given.min_lift,
    maxPValueCorrected: given.max_p_value_corrected,
    redundant: given.redundant === false ? (false as const) : undefined,
  };
}

/** Members that constrain nothing, or as every request does, are left out: equal questions have equal settings. */
export function echoRules(constraints: RuleConstraints): Shape<typeof echoedRules> {
  const { mustContain, antecedents, consequents, exclude, redundant } = constraints;
  const { maxProducts, maxAntecedents, maxConsequents, minLift, maxPValueCorrected } = constraints;
  return {
    ...(mustContain.length > 0 && { must_contain: mustContain }),
    ...(antecedents !== undefined && { antecedents }),
    ...(consequents !== undefined && { consequents }),
    ...(exclude.length > 0 && { exclude }),
    ...(maxProducts !== undefined && { max_products: maxProducts }),
    ...(maxAntecedents !== undefined && { max_antecedents: maxAntecedents }),
    ...(maxConsequents !== undefined &&
      maxConsequents !== DEFAULT_MAX_CONSEQUENTS && { max_consequents: maxConsequents }),
    ...(minLift !== undefined && { min_lift: minLift }),
    ...(maxPValueCorrected !== undefined && { max_p_value_corrected: maxPValueCorrected }),
    ...(redundant === false && { redundant }),
  };
}

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
