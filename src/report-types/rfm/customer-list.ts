// The list of an RFM report's customers: the figures that its segments are sums of.
import { buildList } from '../../core/customer-lists/build-list.ts';
import type { CustomerList } from '../../core/customer-lists/columns.ts';
import type { CustomerIds } from '../../core/customer-lists/customer-ids.ts';
import type { CustomerForecast } from '../../core/prediction/candidates.ts';
import type { CustomerScores } from '../../core/rfm/customer-scores.ts';
import type { RfmFigures } from '../../core/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';

interface Listed {
  readonly ids: CustomerIds;
  readonly figures: RfmFigures;
  readonly firstDays: Float64Array;
}

/** `predictions`: where the report publishes them. */
export function rfmCustomerList(
  { ids, figures, firstDays }: Listed,
  { r, f, m, segment }: CustomerScores,
  predictions: CustomerForecast | undefined,
  reference: number,
): CustomerList {
  const { recency, frequency, monetary } = figures;
  return buildList({
    reportType: 'RFM',
    ids,
    groups: SEGMENT_NAMES,
    figures: {
      group: segment,
      r_score: r,
      f_score: f,
      m_score: m,
      recency,
      frequency,
      monetary,
      first_purchase: firstDays,
      last_purchase: recency.map((days) => reference - days),
      ...(predictions !== undefined && { expected_orders_90d: predictions.orders }),
      ...(predictions?.alive && { probability_alive: predictions.alive }),
      ...(predictions?.value && { expected_value_90d: predictions.value }),
    },
  });
}
