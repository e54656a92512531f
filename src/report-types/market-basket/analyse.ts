// The market basket report's body: baskets in, rules out, and what a reader must know beside them.

import type { BasketColumns } from '../../core/baskets/basket-columns.ts';
import { type Baskets, buildBaskets } from '../../core/baskets/baskets.ts';
import { dateOrNull } from '../../core/baskets/window.ts';
import type { MinedRules, MineOptions } from '../../core/mining/rule.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import type { MbaBody } from './schema.ts';
import { echoMbaSettings, type MbaSettings } from './settings.ts';

export type Miner = (baskets: BasketColumns, options: MineOptions) => MinedRules;

const MAX_RULES = 10_000;

export function buildMbaReport(columns: OrderColumns, settings: MbaSettings, mine: Miner): MbaBody {
  const selection = buildBaskets(columns, settings);
  const { baskets, revenue } = selection;
  const mined = mine(baskets, {
    minSupport: settings.minSupport,
    minConfidence: settings.minConfidence,
    maxRules: MAX_RULES,
  });
  const count = baskets.basketCount;
  return {
    report_type: 'MBA',
    reference_date: dateOrNull(selection.referenceDay),
    settings: echoMbaSettings(settings),
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
    warnings: [...exclusions(columns, selection), ...mined.warnings],
    notes: [],
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
