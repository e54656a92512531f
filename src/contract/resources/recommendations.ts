// GET /recommendations, and GET, PUT and DELETE /datasets/{slug}/recommendations: what to show beside a cart. Additions
// to the contract.

import * as v from 'valibot';
import { HISTORY_BASES } from '../customer-lists/columns.ts';
import { InvalidRequestError } from '../errors/errors.ts';
import { excerpt } from '../excerpt.ts';
import { listLimit } from '../list-fields.ts';
import { repeatable } from '../query-values.ts';
import { BASES } from '../report-types/market-basket/limits.ts';
import { closedObject } from '../schema/closed-object.ts';
import { datasetSlug } from '../schema/dataset-fields.ts';
import { described, optionally } from '../schema/described.ts';
import { count, identifier, oneOf, text, ulid } from '../schema/fields.ts';
import {
  MAX_CUSTOM_KEY_LENGTH,
  MAX_CUSTOM_VALUE_LENGTH,
  MAX_FILTER_VALUES,
  MAX_PRODUCT_LENGTH,
  MAX_REPEATED_PARAMETER,
  MAX_SERVED_FIELDS,
  MOST_PAST_ORDERS,
  MOST_READ_IDS,
  RECOMMENDATIONS_DEFAULT,
  RECOMMENDATIONS_MAX,
} from '../schema/limits.ts';
import { calendarDay } from '../schema/report-parts.ts';
import { fold } from '../settings/conditions.ts';
import { CUSTOM_PREFIX } from '../settings/product-levels.ts';
import { PRODUCT_IDENTIFIERS } from '../settings/settings.ts';

const products = (what: string, example: string) =>
  described(
    repeatable(text(MAX_PRODUCT_LENGTH, 1), MAX_REPEATED_PARAMETER),
    `${what} May be repeated, at most ${MAX_REPEATED_PARAMETER} times.`,
    { examples: [[example]] },
  );

const ofCustomField = described(
  repeatable(text(MAX_CUSTOM_VALUE_LENGTH, 1), MAX_FILTER_VALUES).wrapped,
  `\`custom:<key>=<value>\`: only products with this value of the custom field, one of those that the report serves (\`params.serve.fields\`); another one is a 400 that names those. May be repeated, at most ${MAX_FILTER_VALUES} times a field: any of the values, in upper or lower case. Of several fields, a value of each. A product has every value that it has in the baskets of the report, at most 8 of a field.`,
  { examples: [['Drinks']] },
);

export const getRecommendationsQuery = v.objectWithRest(
  {
    product: products(
      "A product in the cart: its name, or its SKU if the report identifies products by SKU. Without any, the dataset's best-selling products are returned.",
      'Tea',
    ),
    exclude: products('A product not to recommend, besides those in the cart.', 'Milk'),
    customer: optionally(
      identifier,
      `A customer instead of a cart: \`again\` lists what they have bought, and \`recommendations\` what goes with it and they have not bought, by their latest ${MOST_PAST_ORDERS} orders as they are stored now. If the report has identity rules, the orders of up to ${MOST_READ_IDS} ids of the person count. Not together with \`product\`, and not with a publishable key.`,
      { examples: ['17850'] },
    ),
    dataset_id: v.optional(
      described(
        datasetSlug,
        'Slug of the dataset. With a publishable key for one dataset, that one is the default.',
      ),
      'default',
    ),
    report_id: v.optional(
      ulid(
        'A finished market basket report on the dataset that was requested with `params.serve`: what it would recommend, whether it is served or not. Default: the report that is served. Not with a publishable key.',
      ),
    ),
    limit: v.optional(
      described(
        listLimit(RECOMMENDATIONS_MAX),
        `Maximum number of recommendations, 1 to ${RECOMMENDATIONS_MAX}.`,
      ),
      String(RECOMMENDATIONS_DEFAULT),
    ),
  },
  ofCustomField,
);

/** Throws InvalidRequestError for a cart and a customer. */
export function checkSubject({ product, customer }: v.InferOutput<typeof getRecommendationsQuery>): void {
  if (customer !== undefined && product !== undefined && product.length > 0)
    throw new InvalidRequestError('customer', 'expected product or customer, not both');
}

/** Throws InvalidRequestError for more fields than any report serves. */
export function pickWantedValues(query: v.InferOutput<typeof getRecommendationsQuery>): WantedValues {
  const custom = Object.entries(query).flatMap(([name, texts]) =>
    isCustomParameter(name) && Array.isArray(texts) ? [{ name, texts: new Set(texts.map(fold)) }] : [],
  );
  const tooMany = custom[MAX_SERVED_FIELDS];
  if (tooMany !== undefined)
    throw new InvalidRequestError(
      excerpt(tooMany.name, MAX_CUSTOM_KEY_LENGTH),
      `expected at most ${MAX_SERVED_FIELDS} custom fields`,
    );
  return new Map(custom.map(({ name, texts }) => [name.slice(CUSTOM_PREFIX.length), texts]));
}

const isCustomParameter = (name: string): boolean => name.startsWith(CUSTOM_PREFIX);

/** Throws InvalidRequestError for a field that is not one of those that are served. */
export function checkServed(wanted: WantedValues, served: readonly string[]): void {
  const other = [...wanted.keys()].find((field) => !served.includes(field));
  if (other === undefined) return;
  const named = served.map((field) => CUSTOM_PREFIX + field).join(', ');
  throw new InvalidRequestError(
    excerpt(CUSTOM_PREFIX + other, MAX_CUSTOM_KEY_LENGTH),
    served.length === 0
      ? 'these recommendations cannot be filtered: request a report with params.serve.fields'
      : `these recommendations can be filtered by ${named}`,
  );
}

const because = v.object({
  antecedents: described(v.array(v.string()), 'The product of the cart that speaks most for it: one.', {
    examples: [['Tea']],
  }),
  occurrences: described(count, 'Baskets with this and the recommended product.'),
  confidence: described(
    v.number(),
    'Share of the baskets with this product that have the recommended one, too.',
  ),
  lift: described(v.number(), 'Confidence divided by the share of all baskets that have the product.'),
  p_value_corrected: described(
    v.number(),
    "Fisher's exact test, one-sided, given the sizes of baskets, times all pairs of products; at most 1.",
  ),
});

export const recommendation = v.object({
  product: described(v.string(), 'Name, or SKU if the report identifies products by SKU.', {
    examples: ['Milk'],
  }),
  basis: described(
    oneOf(BASES),
    'rule: a rule of the report. pair: bought together, too rarely for a rule of the report; `because.p_value_corrected` says whether it may be chance. popular: a best-selling product that nothing in the cart speaks for.',
  ),
  score: described(
    v.nullable(v.number()),
    'Evidence of all products of the cart for it, less the evidence against it. With a part of `support`, the sort order of the list. Null for popular products.',
  ),
  because: described(
    v.nullable(because),
    'The product of the cart that speaks most for it, as a rule with exact counts. Null for popular products.',
  ),
  support: described(v.number(), 'Share of all baskets that have the product.'),
});

export const boughtBefore = v.object({
  product: described(v.string(), 'Name, or SKU if the report identifies products by SKU.', {
    examples: ['Milk'],
  }),
  orders: described(
    count,
    "The customer's orders with it, among those that were read. Orders of one day count as one.",
  ),
  last_order_on: v.nullable(calendarDay('Day of the last of them, UTC; null without a date.')),
  due_on: v.nullable(
    calendarDay(
      'Day on which it is due again at the mean gap between its days, if it was bought on at least three days and is not later than twice that gap; otherwise null.',
    ),
  ),
  score: described(
    v.number(),
    'Sort order of the list: the sum over these orders, where the last order counts 1 and each earlier one 0.9 of the next, plus ten times the rate at which all customers of the report order the product again.',
  ),
});

export const customerHistory = v.object({
  customer_id: described(v.string(), 'The customer.', { examples: ['17850'] }),
  other_ids: optionally(
    v.array(v.string()),
    `Other ids of the person, by the identity rules of the report, whose orders were read too: at most ${MOST_READ_IDS - 1}. Missing without any.`,
    { examples: [['ann@example.com']] },
  ),
  orders: described(count, 'Orders that were read. Orders of one day count as one.'),
  products: described(count, 'Different products in them.'),
  basis: described(
    oneOf(HISTORY_BASES),
    `all_orders: all orders of the customer were read. latest_orders: the latest ${MOST_PAST_ORDERS}, or those of ${MOST_READ_IDS} ids; \`recommendations\` may name a product that was bought before these. best_sellers: the customer has no order with a product of the report, so that \`again\` is empty and \`recommendations\` are best sellers.`,
  ),
});

export const getRecommendationsResponse = v.object({
  dataset_id: described(v.string(), 'Slug of the dataset.', { examples: ['default'] }),
  report_id: described(v.string(), 'The report whose rules and pairs they come from.'),
  product_identifier: described(oneOf(PRODUCT_IDENTIFIERS), 'Identifier of products.'),
  fields: described(
    v.array(v.string()),
    'Keys of the custom fields that these recommendations can be filtered by.',
    { examples: [['category']] },
  ),
  recommendations: described(
    v.array(recommendation),
    'Best first. Of a customer, only products that they have not bought; the scores of each of their products count 0.7 for each later order.',
  ),
  again: optionally(
    v.array(boughtBefore),
    'Only with `customer`: products that they have bought and that the report has, sorted by `score`.',
  ),
  history: optionally(customerHistory, 'Only with `customer`: what was read about them.'),
});

export const serveRecommendationsPath = v.object({ slug: datasetSlug });
export const serveRecommendationsRequest = closedObject({
  report_id: ulid('A finished market basket report on the dataset that was requested with `params.serve`.'),
});
export const servedRecommendations = v.object({
  dataset_id: described(v.string(), 'Slug of the dataset.', { examples: ['default'] }),
  report_id: described(v.string(), 'The report that recommendations come from.'),
  products: described(count, 'Products that recommendations are known for.'),
  fields: described(
    v.array(v.string()),
    'Keys of the custom fields that recommendations can be filtered by.',
    {
      examples: [['category']],
    },
  ),
});
export type ServedRecommendations = v.InferOutput<typeof servedRecommendations>;

/** By the key of the field, one of whose values a product must have, in lower case. */
export type WantedValues = ReadonlyMap<string, ReadonlySet<string>>;
