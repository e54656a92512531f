// The list of an RFM report's customers: the figures that its segments are sums of.
import { purchaseDays } from '../../core/cohorts/purchase-days.ts';
import { buildList } from '../../core/customer-lists/build-list.ts';
import type { CustomerList } from '../../core/customer-lists/columns.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import type { CustomerPredictions } from '../../core/prediction/predict.ts';
import type { CustomerScores } from '../../core/rfm/customer-scores.ts';
import type { RfmCustomers } from '../../core/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';

/** `predictions`: where the report publishes them. */
export function rfmCustomerList(
  columns: OrderColumns,
  selected: RfmCustomers,
  { r, f, m, segment }: CustomerScores,
  predictions: CustomerPredictions | undefined,
  reference: number,
): CustomerList {
  const { recency, frequency, monetary } = selected;
  return buildList({
    reportType: 'RFM',
    ids: Array.from(selected.customer, (customer) => columns.customers[customer] ?? ''),
    groups: SEGMENT_NAMES,
    figures: {
      group: segment,
      r_score: r,
      f_score: f,
      m_score: m,
      recency,
      frequency,
      monetary,
      first_purchase: purchaseDays(columns, selected).first,
      last_purchase: recency.map((days) => reference - days),
      ...(predictions !== undefined && { expected_orders_90d: predictions.expectedOrders }),
      ...(predictions?.probabilityAlive && { probability_alive: predictions.probabilityAlive }),
      ...(predictions?.expectedValue && { expected_value_90d: predictions.expectedValue }),
    },
  });
}
