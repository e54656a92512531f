// The customers of an RFM report.

import * as v from 'valibot';
import type { CustomerList, FiguresOf } from '../../customer-lists/columns.ts';
import { described } from '../../schema/described.ts';
import { share } from '../../schema/fields.ts';
import {
  defineCustomerField,
  defineCustomerRows,
  defineFigureField,
  fieldsOfAll,
  getNumberAt,
  groupAt,
  idField,
} from '../customer-rows.ts';
import { computeFmScore, SEGMENT_NAMES } from './segments.ts';

const segment = v.nullable(v.picklist(SEGMENT_NAMES));
const score = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

function defineScoreField(name: 'r_score' | 'f_score' | 'm_score', letter: string) {
  return defineCustomerField('integer', described(score, `${letter}, 1 to 5.`), (list, at) =>
    getNumberAt(list, name, at),
  );
}

export const rfmCustomerRows = defineCustomerRows({
  description: 'A customer of an RFM report.',
  group: 'segment',
  groupExample: 'At Risk',
  groupNames: SEGMENT_NAMES,
  fmScore: computeFmScore,
  figures: {
    probability_alive: 'probability of not having left for good',
    expected_orders_90d: 'orders expected in 90 days',
    expected_value_90d: 'spend expected in 90 days',
  } satisfies FiguresOf<'segment'>,
  fields: {
    ...idField,
    segment: defineCustomerField(
      'text',
      described(segment, 'Segment in this report. Null for a customer who has left.'),
      (list, at) => getSegmentAt(list, 'group', at),
    ),
    previous_segment: defineCustomerField(
      'text',
      described(
        segment,
        'Segment in the report compared with. Null for a customer who was not in it, or without a comparison.',
      ),
      (list, at) => getSegmentAt(list, 'previous_group', at),
    ),
    r_score: defineScoreField('r_score', 'R'),
    f_score: defineScoreField('f_score', 'F'),
    m_score: defineScoreField('m_score', 'M'),
    ...fieldsOfAll,
    probability_alive: defineFigureField(
      'number',
      'probability_alive',
      v.nullable(share),
      'Probability that the customer has not left for good, 0 to 1. Null in a report without predictions, or if the data show no customer leaving.',
    ),
    expected_orders_90d: defineFigureField(
      'number',
      'expected_orders_90d',
      v.nullable(v.number()),
      'Orders expected in the 90 days after the reference date. Null in a report without predictions, whose notes say why, and in segments without one.',
    ),
    expected_value_90d: defineFigureField(
      'number',
      'expected_value_90d',
      v.nullable(v.number()),
      'Spend expected in these days, net of returns. Null in a report without predictions, or if spend could not be modelled.',
    ),
  },
});

function getSegmentAt(list: CustomerList, column: 'group' | 'previous_group', at: number) {
  const name = groupAt(list, column, at);
  return SEGMENT_NAMES.find((known) => known === name) ?? null;
}
