// The market basket report's body: baskets in, rules out, and what a reader must know beside them.

import type { BasketColumns } from '../../core/baskets/basket-columns.ts';
import { type Baskets, buildBaskets } from '../../core/baskets/baskets.ts';
import { feesAmong } from '../../core/baskets/fees.ts';
import { type ItemValues, VALUES_PER_FIELD } from '../../core/baskets/item-values.ts';
import { dateOrNull } from '../../core/baskets/window.ts';
import { type FoundRule, type FoundRules, hashOfName, MAX_KEYS } from '../../core/changes/found-rules.ts';
import { amount, counted, countOf } from '../../core/insights/wording.ts';
import type { MinedRules, MineOptions } from '../../core/mining/rule.ts';
import { unknownProducts } from '../../core/mining/rule-constraints.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import { type Evidence, gatherEvidence } from '../../core/recommendations/product-evidence.ts';
import { PRODUCT_LEVEL, type ProductLevel } from '../../core/settings/product-levels.ts';
import { MAX_EXPORTED_RULES } from '../../schema/limits.ts';
import { feeNotes } from '../fee-notes.ts';
import { MAX_RULES } from './limits.ts';
import type { MbaBody } from './schema.ts';
import { echoMbaSettings, type MbaSettings } from './settings.ts';

/** What a body needs of the rules. */
export type Miner = (
  baskets: BasketColumns,
  options: MineOptions,
) => Omit<MinedRules, 'keysOfAll' | 'itemsets' | 'ruleSetFile'>;

export interface MbaAnalysis {
  readonly body: MbaBody;
  /** What the next report is compared with. */
  readonly companion: FoundRules;
  /** What recommendations are computed from. Undefined where the report is not asked to serve them. */
  readonly evidence: Evidence | undefined;
  /** The file that exports list all rules from; undefined if none does. */
  readonly ruleSetFile: MinedRules['ruleSetFile'] | undefined;
}

export function analyseBaskets(
  columns: OrderColumns,
  settings: MbaSettings,
  mine: (baskets: BasketColumns, options: MineOptions) => MinedRules,
): MbaAnalysis {
  return analyseSelection(buildBaskets(columns, settings), settings, mine);
}

export function analyseSelection(
  selection: Baskets,
  settings: MbaSettings,
  mine: (baskets: BasketColumns, options: MineOptions) => MinedRules,
): MbaAnalysis {
  const mined = mine(selection.baskets, miningOptions(settings));
  const evidence = settings.serve ? evidenceOf(selection, settings, mined, mine) : undefined;
  const body = bodyOf(selection, settings, mined);
  const notes = [
    ...(body.notes ?? []),
    ...evidenceNotes(evidence),
    ...(settings.serve ? fieldNotes(selection.fieldValues) : []),
  ];
  return {
    body: { ...body, notes },
    companion: foundRules(mined),
    evidence,
    ruleSetFile: isListedFromFile(mined) ? mined.ruleSetFile : undefined,
  };
}

/** Exports list rules that are all in the body from there, and more than they hold not at all. */
function isListedFromFile({ rules, ruleCount }: MinedRules): boolean {
  return ruleCount > rules.length && ruleCount <= MAX_EXPORTED_RULES;
}

export function buildMbaReport(columns: OrderColumns, settings: MbaSettings, mine: Miner): MbaBody {
  const selection = buildBaskets(columns, settings);
  return bodyOf(selection, settings, mine(selection.baskets, miningOptions(settings)));
}

/** Of all rules of the first level: constraints and further levels are about the report's list, and not about carts. */
function evidenceOf(
  { baskets, firstLevel, fieldValues }: Baskets,
  settings: MbaSettings,
  mined: MinedRules,
  mine: (baskets: BasketColumns, options: MineOptions) => MinedRules,
): Evidence {
  const { minSupport, minConfidence, rules } = settings;
  const { itemsets, ruleCount } =
    rules === undefined && firstLevel === baskets
      ? mined
      : mine(firstLevel, { minSupport, minConfidence, maxRules: 0 });
  return gatherEvidence(firstLevel, itemsets, { minSupport, minConfidence, ruleCount, fieldValues });
}

/** Pairs of the largest baskets are left out where counting them would cost too much. */
function evidenceNotes(evidence: Evidence | undefined): string[] {
  if (evidence === undefined || !Number.isFinite(evidence.largestBasket)) return [];
  return [`Recommendations use no pairs of baskets with more than ${evidence.largestBasket} products.`];
}

/** A misspelt field would otherwise pass as one that no product has. */
function fieldNotes(fieldValues: ItemValues | undefined): string[] {
  if (fieldValues === undefined) return [];
  const { fields, values, cut } = fieldValues;
  return fields.flatMap((field) => {
    if (!values.some((each) => each.field === field)) {
      return [`No product in a basket has custom:${field}, which params.serve names.`];
    }
    const products = cut.get(field) ?? 0;
    if (products === 0) return [];
    return [
      `${counted(products, 'product')} ${products === 1 ? 'has' : 'have'} more than ${VALUES_PER_FIELD} values of ` +
        `custom:${field}: recommendations are filtered by the ${VALUES_PER_FIELD} that are in the most baskets.`,
    ];
  });
}

function miningOptions({ minSupport, minConfidence, rules }: MbaSettings): MineOptions {
  return { minSupport, minConfidence, maxRules: MAX_RULES, ...(rules && { constraints: rules }) };
}

function bodyOf(selection: Baskets, settings: MbaSettings, mined: ReturnType<Miner>): MbaBody {
  const { baskets, firstLevel, revenue, turnover } = selection;
  const count = baskets.basketCount;
  const fees = namesProducts(settings) ? feesAmong(firstLevel) : [];
  return {
    report_type: 'MBA',
    reference_date: dateOrNull(selection.referenceDay),
    settings: echoMbaSettings(settings),
    summary: {
      orders_processed: count,
      total_revenue_processed: revenue.amountAt(0),
      ...turnover,
      average_order_value: count === 0 ? 0 : revenue.meanAt(0, count),
      average_basket_size: count === 0 ? 0 : firstLevel.product.length / count,
      association_rules_found: mined.ruleCount,
      association_rules_considered: mined.consideredCount,
    },
    association_rules: mined.rules,
    fees_and_services: fees,
    changes: null,
    ai_insights: null,
    warnings: [
      ...exclusions(selection, settings),
      ...unknownNames(settings, baskets.products),
      ...mined.warnings,
    ],
    notes: feeNotes(fees),
  };
}

function foundRules({ rules, ruleCount, keysOfAll }: MinedRules): FoundRules {
  return {
    rules: rules.map(comparedFigures),
    count: ruleCount,
    keys: ruleCount === rules.length ? undefined : keysOfAll(hashOfName, MAX_KEYS),
  };
}

/** Of a report whose companion was never stored: the rules that its body has. */
export function foundRulesOf({ association_rules, summary }: MbaBody): FoundRules {
  return {
    rules: association_rules.map(comparedFigures),
    count: summary.association_rules_found,
    keys: undefined,
  };
}

function comparedFigures(rule: MbaBody['association_rules'][number]): FoundRule {
  const { antecedents, consequents, support, confidence, lift, impact_analysis } = rule;
  const { incremental_value } = impact_analysis;
  return { antecedents, consequents, support, confidence, lift, incremental_value };
}

/** A misspelt product would otherwise pass as one that nobody buys. */
function unknownNames({ rules }: MbaSettings, products: readonly string[]): string[] {
  const unknown = rules === undefined ? [] : unknownProducts(rules, products);
  if (unknown.length === 0) return [];
  const shown = unknown.slice(0, UNKNOWN_SHOWN).map((name) => `“${name}”`);
  const more = unknown.length > shown.length ? ` and ${unknown.length - shown.length} more` : '';
  return [`No basket contains ${shown.join(', ')}${more}, which params.rules names.`];
}

const UNKNOWN_SHOWN = 5;

function exclusions(
  { baskets, undatedOrders, withoutCustomer, returnOnly, rowsUnderOther, rowsWithout }: Baskets,
  { productLevel }: MbaSettings,
): string[] {
  return [
    ...(baskets.basketCount === 0 ? ['No order matched: there are no baskets to analyse.'] : []),
    ...(undatedOrders > 0
      ? [`${countOf(undatedOrders, 'order', 'without order_date')} left out by the date range.`]
      : []),
    ...(withoutCustomer.orders > 0
      ? [
          `${countOf(withoutCustomer.orders, 'order', 'without customer_id')} left out, worth ` +
            `${amount(withoutCustomer.value)}: one basket per customer was requested.`,
        ]
      : []),
    ...(returnOnly.orders > 0
      ? [
          `${countOf(returnOnly.orders, 'order', 'with returns but no purchase')} left out of the baskets and of ` +
            `total_revenue_processed, worth ${amount(returnOnly.value)}; net_revenue includes them.`,
        ]
      : []),
    ...unidentified(rowsUnderOther, productLevel),
    ...[...rowsWithout].map(([level, rows]) => lacking(rows, level)),
  ];
}

function unidentified(rows: number, productLevel: string | undefined): string[] {
  if (rows === 0) return [];
  if (productLevel !== undefined) {
    return [
      rows === 1
        ? `1 row lacks custom:${productLevel} and stands for nothing in its basket.`
        : `${rows} rows lack custom:${productLevel} and stand for nothing in their baskets.`,
    ];
  }
  return [
    rows === 1
      ? '1 row lacks the requested product identifier and is identified by the other one.'
      : `${rows} rows lack the requested product identifier and are identified by the other one.`,
  ];
}

function lacking(rows: number, level: ProductLevel): string {
  return rows === 1
    ? `1 row lacks ${level} and stands for nothing of that level in its basket.`
    : `${rows} rows lack ${level} and stand for nothing of that level in their baskets.`;
}

/** Fees are known by the names of products. */
function namesProducts({ productIdentifier, productLevel, productLevels }: MbaSettings): boolean {
  const [first] = productLevels ?? [];
  return (
    productIdentifier === 'name' &&
    productLevel === undefined &&
    (first === undefined || first === PRODUCT_LEVEL)
  );
}
