// Sentences of market basket reports: codes, their parameters, and the English sentences.

import type { FigureFormats } from './figures.ts';
import { describeCount, formatChosenPercent, formatCount, formatWhole, joinWithAnd } from './wording.ts';

/** Scope of a basket. */
type Unit = 'order' | 'customer';

/** Named in a sentence; the others are counted. */
type Names = {
  readonly names: readonly string[];
  readonly more: number;
};

function formatNames({ names, more }: Names): string {
  return joinWithAnd([...names, ...(more > 0 ? [`${more} more`] : [])]);
}

type Fee = {
  readonly name: string;
  readonly word: string | null;
  readonly at: keyof typeof PLACES | null;
};
const PLACES = { all: 'name is', start: 'name begins with', end: 'name ends in' };

type NextOrdersTested = {
  readonly customers: number;
  /** Whether the scores for the test come from a sample of customers. */
  readonly of_sample?: boolean;
  readonly again: number;
  readonly again_best_sellers: number;
  readonly again_lower: number;
  readonly again_upper: number;
  readonly again_is_better: boolean;
  /** Null if too few customers bought a new product. */
  readonly fresh: {
    readonly customers: number;
    readonly recall: number;
    readonly best_sellers: number;
    readonly lower: number;
    readonly upper: number;
    readonly is_better: boolean;
  } | null;
};

const describeTooMany = (support: number): string =>
  `Too many combinations of products reach ${formatChosenPercent(support)} of baskets`;

export const BASKET_SENTENCES = {
  no_baskets: () => 'No order matched: there are no baskets to analyse.',
  orders_without_date: ({ orders }: { orders: number }) =>
    `${describeCount(orders, 'order', 'without a date')} left out by the date range.`,
  orders_without_customer: ({ orders, value }: { orders: number; value: number }, { money }: FigureFormats) =>
    `${describeCount(orders, 'order', 'without a customer')} left out, worth ${money(value)}: one basket per customer was requested.`,
  orders_of_returns: ({ orders, value }: { orders: number; value: number }, { money }: FigureFormats) =>
    `${formatCount(orders, 'order')} ${orders === 1 ? 'holds' : 'hold'} returns only (${money(value)}). ` +
    `${orders === 1 ? 'It is' : 'They are'} not in baskets or revenue; net revenue includes ${orders === 1 ? 'it' : 'them'}.`,
  rows_without_level: ({ rows, level }: { rows: number; level: string }) =>
    rows === 1
      ? `1 row lacks ${level}: its basket has no item of that level for it.`
      : `${formatWhole(rows)} rows lack ${level}: their baskets have no item of that level for them.`,
  rows_without_field: ({ rows, field }: { rows: number; field: string }) =>
    rows === 1
      ? `1 row lacks ${field}: its basket has no item for it.`
      : `${formatWhole(rows)} rows lack ${field}: their baskets have no item for them.`,
  rows_by_other_identifier: ({ rows, identifier }: { rows: number; identifier: 'name' | 'sku' }) => {
    const [lacking, other] = identifier === 'sku' ? ['SKU', 'name'] : ['product name', 'SKU'];
    return rows === 1
      ? `1 row has no ${lacking}: its product is identified by its ${other}.`
      : `${formatWhole(rows)} rows have no ${lacking}: their products are identified by their ${other}.`;
  },
  products_unknown: ({ names, more }: Names) =>
    `No basket contains ${names.map((name) => `“${name}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''}, which params.rules names.`,

  search_without_rules: ({ min_support }: { min_support: number }) =>
    `${describeTooMany(min_support)}, and every higher share: the report has no rules. Narrow it with filters.`,
  search_at_higher_support: ({
    min_support,
    effective,
    baskets,
    max_products,
  }: {
    min_support: number;
    effective: number;
    baskets: number;
    max_products: number;
  }) =>
    `${describeTooMany(min_support)}. The report has those in ${formatChosenPercent(effective)} or more (${formatWhole(baskets)} baskets), of up to ${max_products} products.`,
  search_of_smaller_sets: ({
    min_support,
    max_products,
    most_rules,
    most_occurrences,
    named: isNamed,
  }: {
    min_support: number;
    max_products: number;
    most_rules: number;
    most_occurrences: number;
    named: boolean;
  }) =>
    `Rules have up to ${max_products} products. At ${formatChosenPercent(min_support)} of baskets, larger sets would exceed ${formatWhole(most_rules)} rules or ${formatWhole(most_occurrences)} baskets to add up. ` +
    `A higher share leads to larger sets${isNamed ? '' : ', and so does params.rules.max_products'}.`,
  rules_not_returned: ({ found, returned }: { found: number; returned: number }) =>
    `Of ${formatWhole(found)} rules found, the best ${formatWhole(returned)} are returned.`,

  fees_not_found: () => 'No row matches the list of fees and services to leave out.',
  fees_left_out: (
    { rows, value, listed: isListed, names, more }: { rows: number; value: number; listed: boolean } & Names,
    { money }: FigureFormats,
  ) =>
    `${formatCount(rows, 'row')} of fees and services (${isListed ? 'on your list' : 'by their names'}) ${rows === 1 ? 'is' : 'are'} left out of baskets and rules: ` +
    `${names.length > 0 ? `${formatNames({ names, more })}, ` : ''}worth ${money(value)}. Revenue includes ${rows === 1 ? 'it' : 'them'}.`,
  /**
   * `word`: the part of the name that matched, and `at`: its place; null if unknown. `leaves_out`: whether such reports
   * can leave fees out of baskets.
   */
  fees_found: ({ fees, more, leaves_out }: { fees: readonly Fee[]; more: number; leaves_out: boolean }) => {
    const isSingle = fees.length === 1;
    const names = fees.map(({ name, word, at }) =>
      isSingle || word === null || at === null ? name : `${name} (${PLACES[at]} “${word}”)`,
    );
    const them = isSingle ? 'it' : 'them';
    // Where few products are sold beside them, how they sell says nothing, and the name alone decides.
    const sales = `Nothing in how ${isSingle ? 'it sells' : 'they sell'} speaks against it. `;
    return (
      `${formatNames({ names, more })} ${isSingle ? 'looks like a fee or service by its name' : 'look like fees or services'}. ${leaves_out ? sales : ''}` +
      `Insights leave ${them} out, figures include ${them}. ` +
      (leaves_out
        ? `To leave ${them} out of baskets and rules, too, list ${them} as not goods in the dataset's settings. Then request a report without fees. `
        : '') +
      `To leave one out of everything, request a report with the condition that the product is not “${fees[0]?.name}”.`
    );
  },

  recommendations_of_smaller_baskets: ({ max_products }: { max_products: number }) =>
    `Recommendations use no pairs of baskets with more than ${max_products} products.`,
  recommendations_by_cosine: () =>
    'Recommendations of a dataset of this size are ranked by the cosine of weighted baskets: no model is fitted, and those for carts are not tested on later orders.',
  /**
   * `of_one`, `of_three`: shares for carts with one product and three. `lower`, `upper`: interval of the difference
   * from best sellers with one product.
   */
  recommendations_tested: (
    {
      orders,
      of_one,
      of_one_best_sellers,
      of_three,
      of_three_best_sellers,
      lower,
      upper,
      is_better,
    }: {
      orders: number;
      of_one: number;
      of_one_best_sellers: number;
      of_three: number;
      of_three_best_sellers: number;
      lower: number;
      upper: number;
      is_better: boolean;
    },
    { percent, fixed }: FigureFormats,
  ) =>
    `Recommendations were tested on the latest ${formatWhole(orders)} orders with two or more products, computed from the orders ` +
    `before. For one product of an order, ${percent(of_one)} of its other products are among the first five ` +
    `(with best sellers ${percent(of_one_best_sellers)}); for three, ${percent(of_three)} (${percent(of_three_best_sellers)}). ` +
    `The difference for one product is ${fixed(100 * lower, 1)} to ${fixed(100 * upper, 1)} percentage points (95 % interval).` +
    (is_better ? '' : ' They are not shown to be better than best sellers.'),
  /**
   * What customers bought next, `again` among what they had bought and `fresh` among the rest. Shares are averages over
   * customers; the bounds are of the differences from best sellers.
   */
  next_orders_tested: (
    {
      customers,
      of_sample,
      again,
      again_best_sellers,
      again_lower,
      again_upper,
      again_is_better,
      fresh,
    }: NextOrdersTested,
    { percent, fixed }: FigureFormats,
  ) =>
    `Recommendations for customers were tested on the next orders of ${formatCount(customers, 'customer')}, from their earlier ones. ` +
    (of_sample ? 'The test uses the orders of a sample of customers alone. ' : '') +
    `Among the ten products most likely bought again are ${percent(again)} of a next order (with best sellers ${percent(again_best_sellers)}): ` +
    `${fixed(100 * again_lower, 1)} to ${fixed(100 * again_upper, 1)} percentage points more (95 % interval).` +
    (again_is_better ? '' : ' They are not shown to be better than best sellers.') +
    (fresh === null
      ? ''
      : ` Of the products that ${formatCount(fresh.customers, 'customer')} had not bought before, ${percent(fresh.recall)} are among the first ten new ones ` +
        `(${percent(fresh.best_sellers)}): ${fixed(100 * fresh.lower, 1)} to ${fixed(100 * fresh.upper, 1)} points.` +
        (fresh.is_better ? '' : ' They are not shown to be better than best sellers.')),
  field_unknown: ({ field }: { field: string }) =>
    `No product in a basket has custom:${field}, which params.serve names.`,
  field_values_cut: ({ products, field, values }: { products: number; field: string; values: number }) =>
    `${formatCount(products, 'product')} ${products === 1 ? 'has' : 'have'} more than ${values} values of ` +
    `custom:${field}: recommendations are filtered by the ${values} that are in the most baskets.`,
  profiles_of_smaller_orders: ({ max_products }: { max_products: number }) =>
    `Product profiles leave out orders with more than ${max_products} products, and the orders right before and after them.`,

  no_rule: ({
    min_support,
    min_confidence,
    baskets,
  }: {
    min_support: number;
    min_confidence: number;
    baskets: number;
  }) =>
    `No rule reaches ${formatChosenPercent(min_support)} of ${formatCount(baskets, 'basket')} and ${formatChosenPercent(min_confidence)} of buyers.`,
  rules_found: (
    { rules, baskets, revenue }: { rules: number; baskets: number; revenue: number },
    { money }: FigureFormats,
  ) =>
    `${formatCount(rules, 'rule')} ${rules === 1 ? 'was' : 'were'} found in ${formatCount(baskets, 'basket')} worth ${money(revenue)}.`,
  nothing_recommended: ({
    least_baskets,
    least_customers,
  }: {
    least_baskets: number;
    least_customers: number;
  }) =>
    `No rule is proven in at least ${formatCount(least_baskets, 'basket')} of ${formatCount(least_customers, 'customer')}: nothing is recommended.`,
  /** In the most valuable of `rules`, `half_from` of `together` baskets bring half of `value`. */
  rules_carried_by_few: (
    {
      rules,
      products,
      half_from,
      together,
      value,
      unit,
    }: {
      rules: number;
      products: readonly string[];
      half_from: number;
      together: number;
      value: number;
      unit: Unit;
    },
    { money }: FigureFormats,
  ) =>
    `${formatCount(rules, 'rule')} ${rules === 1 ? 'is' : 'are'} not recommended, since a handful of ${unit}s carries ${rules === 1 ? 'its value' : 'their values'}. ` +
    `${rules === 1 ? '' : 'The most valuable one is '}${joinWithAnd(products)}: ${half_from === 1 ? `1 of ${formatWhole(together)} ${unit}s brings` : `${formatWhole(half_from)} of ${formatWhole(together)} ${unit}s bring`} ` +
    `half of the ${money(value)} more than expected.`,
  nothing_else_recommended: () => 'Nothing else is recommended.',
  bundle: (
    { antecedents, consequents, together, baskets, lift, unit }: Together & { baskets: number },
    { fixed }: FigureFormats,
  ) =>
    `Sell ${joinWithAnd([...antecedents, ...consequents])} as a bundle, first to buyers of ${joinWithAnd(antecedents)}: ` +
    `${formatWhole(together)} of their ${formatCount(baskets, unit)} contain all of it, ` +
    `${fixed(lift, 1)} times as many as expected of unrelated products.`,
  cross_sell: (
    {
      antecedents,
      consequents,
      without,
      baskets,
      confidence,
      unit,
    }: Sides & { without: number; baskets: number; confidence: number; unit: Unit },
    { percent }: FigureFormats,
  ) =>
    `Offer ${joinWithAnd(consequents)} to buyers of ${joinWithAnd(antecedents)} who do not already buy ${consequents.length === 1 ? 'it' : 'them'}: ` +
    `${formatWhole(without)} of ${formatCount(baskets, unit)}. In the other ${percent(confidence)}, they are already bought together.`,
  placement: ({ antecedents, consequents, together, lift, unit }: Together, { fixed }: FigureFormats) =>
    `Place ${joinWithAnd(antecedents)} next to ${joinWithAnd(consequents)}: they are bought together ${fixed(lift, 1)} times as ` +
    `often as expected of unrelated products (${formatCount(together, unit)} with both).`,
  /** `half_from`: the number of baskets that bring half of the value; null if it takes many. */
  value_beyond_chance: (
    { value, half_from, unit }: { value: number; half_from: number | null; unit: Unit },
    { money }: FigureFormats,
  ) =>
    `Extra value: ${money(value)} more than expected${half_from === null ? '' : `; half of it comes from ${formatCount(half_from, unit)}`}.`,
};

type Sides = {
  readonly antecedents: readonly string[];
  readonly consequents: readonly string[];
};

type Together = Sides & {
  /** Baskets that hold all products. */
  readonly together: number;
  /** Observed over expected baskets, given the sizes of baskets. */
  readonly lift: number;
  readonly unit: Unit;
};
