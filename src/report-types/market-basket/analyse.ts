// The market basket report's body: baskets in, rules out, and what a reader must know beside them.

import type { BasketColumns } from '../../core/baskets/basket-columns.ts';
import { type Baskets, buildBaskets } from '../../core/baskets/baskets.ts';
import { dateOrNull } from '../../core/baskets/window.ts';
import type { AssociationRule, MinedRules, MineOptions } from '../../core/mining/rule.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import type { ReportChanges } from '../report-changes.ts';
import { echoSettings, type SettingsEcho } from '../settings-echo.ts';

export interface MbaSummary {
  /** Baskets: orders, or customers where scope is customer. */
  readonly orders_processed: number;
  /** Sum of unit_price × quantity over the baskets' rows; returns are netted. */
  readonly total_revenue_processed: number;
  readonly average_order_value: number;
  /** Mean number of distinct products in a basket. */
  readonly average_basket_size: number;
  /** Every rule found, returned or not. */
  readonly association_rules_found: number;
}

export interface MbaReportBody {
  readonly reference_date: string | null;
  readonly settings: SettingsEcho;
  readonly summary: MbaSummary;
  readonly association_rules: readonly AssociationRule[];
  readonly changes: ReportChanges | null;
  readonly ai_insights: object | null;
  readonly warnings: readonly string[];
}

export type Miner = (baskets: BasketColumns, options: MineOptions) => MinedRules;

const MAX_RULES = 10_000;

export function buildMbaReport(columns: OrderColumns, settings: ReportSettings, mine: Miner): MbaReportBody {
  const selection = buildBaskets(columns, settings);
  const { baskets, revenue } = selection;
  const mined = mine(baskets, {
    minSupport: settings.minSupport,
    minConfidence: settings.minConfidence,
    maxRules: MAX_RULES,
  });
  const count = baskets.basketCount;
  return {
    reference_date: dateOrNull(selection.referenceDay),
    settings: echoSettings(settings),
    summary: {
      orders_processed: count,
      total_revenue_processed: revenue,
      average_order_value: count === 0 ? 0 : revenue / count,
      average_basket_size: count === 0 ? 0 : baskets.product.length / count,
      association_rules_found: mined.ruleCount,
    },
    association_rules: mined.rules,
    changes: null,
    ai_insights: null,
    warnings: [
      ...exclusions(columns, selection),
      ...mined.warnings,
      ...cutWarning(mined.rules.length, mined.ruleCount),
    ],
  };
}

function exclusions(
  columns: OrderColumns,
  { baskets, undatedOrders, ordersWithoutCustomer }: Baskets,
): string[] {
  return [
    ...(baskets.basketCount === 0 ? ['No order matched: there are no baskets to analyse.'] : []),
    ...(undatedOrders > 0
      ? [`${undatedOrders} orders without order_date were left out by the date range.`]
      : []),
    ...(ordersWithoutCustomer > 0
      ? [
          `${ordersWithoutCustomer} orders without customer_id were left out: the scope asked for goes by customer.`,
        ]
      : []),
    ...(columns.linesUnderOtherIdentifier > 0
      ? [
          `${columns.linesUnderOtherIdentifier} rows lack the product identifier asked for and go by the other one.`,
        ]
      : []),
  ];
}

function cutWarning(returned: number, found: number): string[] {
  return returned < found ? [`Of ${found} rules found, the best ${returned} are returned.`] : [];
}

/** Drops rules from the end until the body's JSON fits in `maxBytes`, and says so. */
export function fitRules(body: MbaReportBody, maxBytes: number): MbaReportBody {
  const rules = body.association_rules;
  const overhead = Buffer.byteLength(JSON.stringify({ ...body, association_rules: [] })) + 1_000;
  let bytes = overhead;
  let fitting = 0;
  for (const rule of rules) {
    bytes += Buffer.byteLength(JSON.stringify(rule)) + 1;
    if (bytes > maxBytes) break;
    fitting++;
  }
  if (fitting === rules.length) return body;
  return {
    ...body,
    association_rules: rules.slice(0, fitting),
    warnings: [
      ...body.warnings.filter((warning) => !warning.includes('rules found, the best')),
      ...cutWarning(fitting, body.summary.association_rules_found),
    ],
  };
}
