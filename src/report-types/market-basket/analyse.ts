// The market basket report's body: baskets in, rules out, and what a reader must know beside them.

import type { BasketColumns } from '../../core/baskets/basket-columns.ts';
import { type Baskets, buildBaskets } from '../../core/baskets/baskets.ts';
import { feesAmong } from '../../core/baskets/fees.ts';
import { dateOrNull } from '../../core/baskets/window.ts';
import { amount, countOf } from '../../core/insights/wording.ts';
import type { MinedRules, MineOptions } from '../../core/mining/rule.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import { feeNotes } from '../fee-notes.ts';
import { MAX_RULES } from './limits.ts';
import type { MbaBody } from './schema.ts';
import { echoMbaSettings, type MbaSettings } from './settings.ts';

export type Miner = (baskets: BasketColumns, options: MineOptions) => MinedRules;

export function buildMbaReport(columns: OrderColumns, settings: MbaSettings, mine: Miner): MbaBody {
  const selection = buildBaskets(columns, settings);
  const { baskets, revenue, turnover } = selection;
  const mined = mine(baskets, {
    minSupport: settings.minSupport,
    minConfidence: settings.minConfidence,
    maxRules: MAX_RULES,
  });
  const count = baskets.basketCount;
  const fees = settings.productIdentifier === 'name' ? feesAmong(baskets) : [];
  return {
    report_type: 'MBA',
    reference_date: dateOrNull(selection.referenceDay),
    settings: echoMbaSettings(settings),
    summary: {
      orders_processed: count,
      total_revenue_processed: revenue.amountAt(0),
      ...turnover,
      average_order_value: count === 0 ? 0 : revenue.meanAt(0, count),
      average_basket_size: count === 0 ? 0 : baskets.product.length / count,
      association_rules_found: mined.ruleCount,
    },
    association_rules: mined.rules,
    fees_and_services: fees,
    changes: null,
    ai_insights: null,
    warnings: [...exclusions(selection), ...mined.warnings],
    notes: feeNotes(fees),
  };
}

function exclusions({
  baskets,
  undatedOrders,
  withoutCustomer,
  returnOnly,
  rowsUnderOther,
}: Baskets): string[] {
  return [
    ...(baskets.basketCount === 0 ? ['No order matched: there are no baskets to analyse.'] : []),
    ...(undatedOrders > 0
      ? [`${countOf(undatedOrders, 'order', 'without order_date')} left out by the date range.`]
      : []),
    ...(withoutCustomer.orders > 0
      ? [
          `${countOf(withoutCustomer.orders, 'order', 'without customer_id')} left out, worth ` +
            `${amount(withoutCustomer.value)}: a basket per customer was asked for.`,
        ]
      : []),
    ...(returnOnly.orders > 0
      ? [
          `${countOf(returnOnly.orders, 'order', 'with returns but no purchase')} left out of the baskets and of ` +
            `total_revenue_processed, worth ${amount(returnOnly.value)}; net_revenue includes them.`,
        ]
      : []),
    ...(rowsUnderOther > 0
      ? [
          rowsUnderOther === 1
            ? '1 row lacks the product identifier asked for and goes by the other one.'
            : `${rowsUnderOther} rows lack the product identifier asked for and go by the other one.`,
        ]
      : []),
  ];
}
