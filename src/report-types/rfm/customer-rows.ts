// The customers of an RFM report.
import * as v from 'valibot';
import type { CustomerList } from '../../core/customer-lists/columns.ts';
import { fmScore, SEGMENT_NAMES } from '../../core/rfm/segments.ts';
import { described } from '../../schema/described.ts';
import { share } from '../../schema/fields.ts';
import type { Shape } from '../../schema/shape.ts';
import {
  type CustomerRows,
  customerId,
  FIGURE_COLUMNS,
  figureAt,
  figureFields,
  figuresOfAll,
  groupAt,
  idAt,
  numberAt,
} from '../customer-rows.ts';

const score = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));
const segment = v.nullable(v.picklist(SEGMENT_NAMES));

export const rfmCustomer = v.object({
  customer_id: customerId,
  segment: described(segment, 'Segment in this report. Null for a customer who has left.'),
  previous_segment: described(
    segment,
    'Segment in the report compared with. Null for a customer who was not in it, or without a comparison.',
  ),
  r_score: described(score, 'R, 1 to 5.'),
  f_score: described(score, 'F, 1 to 5.'),
  m_score: described(score, 'M, 1 to 5.'),
  ...figureFields,
  probability_alive: described(
    v.nullable(share),
    'Probability that the customer has not left for good, 0 to 1. Null in a report without predictions, or if the data show no customer leaving.',
  ),
  expected_orders_90d: described(
    v.nullable(v.number()),
    'Orders expected in the 90 days after the reference date. Null in a report without predictions; its notes say why.',
  ),
  expected_value_90d: described(
    v.nullable(v.number()),
    'Spend expected in these days, net of returns. Null in a report without predictions, or if spend could not be modelled.',
  ),
});

export const rfmCustomerRows = {
  group: 'segment',
  groupNames: SEGMENT_NAMES,
  figures: ['probability_alive', 'expected_orders_90d', 'expected_value_90d'],
  fmScore,
  component: { name: 'RfmCustomer', schema: rfmCustomer, description: 'A customer of an RFM report.' },
  columns: [
    { name: 'customer_id', type: 'text' },
    { name: 'segment', type: 'text' },
    { name: 'previous_segment', type: 'text' },
    { name: 'r_score', type: 'integer' },
    { name: 'f_score', type: 'integer' },
    { name: 'm_score', type: 'integer' },
    ...FIGURE_COLUMNS,
    { name: 'probability_alive', type: 'number' },
    { name: 'expected_orders_90d', type: 'number' },
    { name: 'expected_value_90d', type: 'number' },
  ],
  row: (list, at): Shape<typeof rfmCustomer> => ({
    customer_id: idAt(list, at),
    segment: segmentAt(list, 'group', at),
    previous_segment: segmentAt(list, 'previous_group', at),
    r_score: numberAt(list, 'r_score', at),
    f_score: numberAt(list, 'f_score', at),
    m_score: numberAt(list, 'm_score', at),
    ...figuresOfAll(list, at),
    probability_alive: figureAt(list, 'probability_alive', at),
    expected_orders_90d: figureAt(list, 'expected_orders_90d', at),
    expected_value_90d: figureAt(list, 'expected_value_90d', at),
  }),
} as const satisfies CustomerRows;

function segmentAt(list: CustomerList, column: 'group' | 'previous_group', at: number) {
  const name = groupAt(list, column, at);
  return SEGMENT_NAMES.find((segment) => segment === name) ?? null;
}
