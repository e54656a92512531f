// The settings of a market basket report in addition to those of all reports.

import * as v from 'valibot';
import { closedObject } from '../../schema/closed-object.ts';
import { notGoodsList } from '../../schema/dataset-fields.ts';
import { described } from '../../schema/described.ts';
import { integerFrom, isCustomField, numberFrom, oneOf, orNull, text } from '../../schema/fields.ts';
import { getKeys } from '../../schema/keys.ts';
import { MAX_CUSTOM_KEY_LENGTH, MAX_RULES, MAX_SERVED_FIELDS } from '../../schema/limits.ts';
import type { Shape } from '../../schema/shape.ts';
import {
  CUSTOM_PREFIX,
  getCustomKey,
  PRODUCT_LEVEL,
  type ProductLevel,
} from '../../settings/product-levels.ts';
import { BASKET_SCOPES, type BasketScope, type ReportSettings } from '../../settings/settings.ts';
import { echoShared } from '../settings-echo.ts';
import { SELECTED_BY, type SelectedBy } from './limits.ts';
import type { RuleConstraints } from './rule-params.ts';
import { echoRules, ruleParams, toConstraints } from './rule-params.ts';
import type { mbaSettings } from './schema/settings.ts';
import { MBA_TEMPLATES } from './templates.ts';

export const DEFAULT_MIN_SUPPORT = 0.01;
const DEFAULT_MIN_CONFIDENCE = 0.1;
export const DEFAULT_INSIGHT_MIN_BASKETS = 10;

export interface MbaSettings extends ReportSettings {
  /** One basket per order, or per customer. */
  readonly scope: BasketScope;
  /** Share of baskets, 0 <= minSupport <= 1; at 0, one basket. */
  readonly minSupport: number;
  /** 0 <= minConfidence <= 1. */
  readonly minConfidence: number;
  /** Which rules are looked for. Undefined: all. */
  readonly rules?: RuleConstraints | undefined;
  /** Which rules are returned. Undefined: the best by impact. */
  readonly select?: { readonly top: number; readonly by: SelectedBy } | undefined;
  /** Baskets that a rule is in at least to be a finding. Undefined: DEFAULT_INSIGHT_MIN_BASKETS. */
  readonly insightMinBaskets?: number | undefined;
  /** Whether the report's evidence is kept for recommendations. */
  readonly serve: boolean;
  /** Keys of custom fields that recommendations can be filtered by. */
  readonly servedFields?: readonly string[] | undefined;
  /** Whether the report keeps a profile of each product. */
  readonly productProfiles: boolean;
}

const MAX_LEVELS = 4;

export const isLevel = (level: string): level is ProductLevel =>
  level === PRODUCT_LEVEL || isCustomField(level);

const level = v.pipe(
  v.string('expected a string'),
  v.check(isLevel, 'expected product or custom:<key>'),
  v.metadata({ pattern: '^(product|custom:[\\s\\S]+)$' }),
);

/** Items of custom:a and custom:a=b could have the same name. */
function areDistinct(levels: string[]): boolean {
  if (new Set(levels).size < levels.length) return false;
  return !levels.some((level) => levels.some((other) => other.startsWith(`${level}=`)));
}

/** `serve: {fields}`. */
const servedFields = closedObject(
  {
    fields: described(
      v.pipe(
        v.array(text(MAX_CUSTOM_KEY_LENGTH, 1), 'expected an array of keys of custom fields'),
        v.minLength(1, 'expected at least one custom field'),
        v.maxLength(MAX_SERVED_FIELDS, `expected at most ${MAX_SERVED_FIELDS} custom fields`),
      ),
      `Keys of custom fields, at most ${MAX_SERVED_FIELDS}, by whose values \`GET /recommendations\` can then be filtered: \`custom:category=Drinks\`. Whoever can read recommendations can find out these values.`,
      { examples: [['category', 'brand']] },
    ),
  },
  'expected true, false or an object with fields',
);

const notGoods = described(notGoodsList, 'Names or SKUs of products, whatever their case.');

export const mbaParams = {
  min_support: orNull(
    numberFrom(0, 1),
    `MBA: share of baskets that must hold all products of a rule, 0 to 1. At 0 one basket is enough; where there are more itemsets than one report can hold, a warning names the share that was used instead. Default: ${DEFAULT_MIN_SUPPORT}.`,
    { examples: [0.02] },
  ),
  min_confidence: orNull(
    numberFrom(0, 1),
    `MBA: share of the baskets with the antecedents that must hold the consequents, 0 to 1. Default: ${DEFAULT_MIN_CONFIDENCE}.`,
    { examples: [0.3] },
  ),
  scope: orNull(
    oneOf(BASKET_SCOPES),
    "MBA: one basket per order, or per customer with all the customer's orders merged. Default: the template's, else order.",
  ),
  product_level: orNull(
    v.union(
      [
        level,
        v.pipe(
          v.array(level),
          v.minLength(1, 'expected at least one level'),
          v.maxLength(MAX_LEVELS, `expected at most ${MAX_LEVELS} levels`),
          v.check(areDistinct, 'expected each level once, and none that begins as another with ='),
        ),
      ],
      'expected product, custom:<key> or an array of these',
    ),
    'MBA: what baskets hold: product, or custom:<key> for the values of a custom field, such as categories, in place of products. Rows without the field stand for nothing in their basket; a warning counts them. REPLENISHMENT: what is bought again, one level. An array has the items of several levels at once, and no rule has two items of one row, such as a product and its category. In its rules, a value of a custom field is written custom:category=Drinks. Default: product.',
    { examples: ['custom:category'] },
  ),
  leave_out: orNull(
    v.union([v.literal('not_goods'), notGoods], 'expected not_goods or an array of products'),
    'MBA: leaves fees and services (postage, discounts, gift cards, deposits) out of baskets, rules and categories; they stay in revenue, and a note says what they add up to. `not_goods` is the list of the dataset (`PUT /datasets/{slug}`), or, where it has none, products whose names look like fees; an array is a list of its own. COHORT, by first_product or a custom field: leaves them out of what first orders were. Default: nothing is left out; by first_product or a custom field, not_goods.',
    { examples: ['not_goods'] },
  ),
  rules: orNull(ruleParams),
  select: orNull(
    closedObject(
      {
        top: described(integerFrom(1, MAX_RULES), `How many rules, 1 to ${MAX_RULES}.`, { examples: [100] }),
        by: described(oneOf(SELECTED_BY), 'The measure whose best rules are returned, best first.'),
      },
      'expected an object with top and by',
    ),
    'MBA: returns the best rules by one measure, in its order: the highest values, of p_value_given_sizes the lowest. Ties by revenue, lift, names. Every rule is still rated and counted. Default: the best by impact.',
    { examples: [{ top: 100, by: 'lift_given_sizes' }] },
  ),
  insight_min_baskets: orNull(
    integerFrom(1, 1_000_000),
    `MBA: baskets that a rule is in at least to be a recommendation, a bundle or a headline. It changes no rule. Default: ${DEFAULT_INSIGHT_MIN_BASKETS}.`,
  ),
  serve: orNull(
    v.union([v.boolean(), servedFields], 'expected true, false or an object with fields'),
    'MBA: `GET /recommendations` serves what this report finds, as soon as it is finished; with product_level, for values of that field; of several levels, for products, or else the first. An object with `fields` instead of true: recommendations can be filtered by these custom fields. Default: false.',
  ),
  product_profiles: orNull(
    v.boolean('expected true or false'),
    'MBA: keeps a profile of each product, which `GET /reports/{id}/product-profile` returns: how many products its orders hold, and what the same customers order before and after. Of several levels, of the items of the first. Default: false.',
  ),
};
const params = v.object(mbaParams);

export function resolveMbaSettings(
  shared: ReportSettings,
  given: Readonly<Record<string, unknown>>,
): MbaSettings {
  const {
    min_support,
    min_confidence,
    scope,
    product_level = PRODUCT_LEVEL,
    rules,
    select,
    insight_min_baskets,
    serve,
    product_profiles,
    leave_out,
  } = v.parse(params, given);
  const levels = [product_level].flat().filter(isLevel);
  const [only] = levels.length === 1 ? levels : [];
  return {
    ...shared,
    scope: scope ?? 'order',
    minSupport: min_support ?? DEFAULT_MIN_SUPPORT,
    minConfidence: min_confidence ?? DEFAULT_MIN_CONFIDENCE,
    productLevel: only === undefined ? undefined : getCustomKey(only),
    productLevels: only === undefined ? putProductsFirst(levels) : undefined,
    rules: toConstraints(rules),
    select,
    insightMinBaskets: insight_min_baskets,
    serve: serve !== undefined && serve !== false,
    servedFields: typeof serve === 'object' ? [...new Set(serve.fields)] : undefined,
    productProfiles: product_profiles ?? false,
    leaveOut:
      leave_out === undefined ? undefined : { notGoods: leave_out === 'not_goods' ? undefined : leave_out },
  };
}

function putProductsFirst(levels: readonly ProductLevel[]): ProductLevel[] {
  return [
    ...levels.filter((level) => level === PRODUCT_LEVEL),
    ...levels.filter((level) => level !== PRODUCT_LEVEL),
  ];
}

export function echoMbaSettings(settings: MbaSettings): Shape<typeof mbaSettings> {
  const rules = settings.rules ? echoRules(settings.rules) : {};
  return {
    ...echoShared(settings, getKeys(MBA_TEMPLATES)),
    min_support: settings.minSupport,
    min_confidence: settings.minConfidence,
    scope: settings.scope,
    product_identifier: settings.productIdentifier,
    ...(settings.productLevel !== undefined && { product_level: CUSTOM_PREFIX + settings.productLevel }),
    ...(settings.productLevels !== undefined && { product_level: [...settings.productLevels] }),
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(settings.select && { select: { ...settings.select } }),
    ...(settings.insightMinBaskets !== undefined && { insight_min_baskets: settings.insightMinBaskets }),
    ...(settings.serve && {
      serve: settings.servedFields === undefined ? true : { fields: [...settings.servedFields] },
    }),
    ...(settings.leaveOut && { leave_out: settings.leaveOut.notGoods ?? 'not_goods' }),
    ...(settings.productProfiles && { product_profiles: true }),
  };
}
