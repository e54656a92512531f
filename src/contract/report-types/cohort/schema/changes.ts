// Changes since the earlier cohort report.
import * as v from 'valibot';
import { described, optionally } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { comparedWith, comparisonNote, comparisonNoteCoded } from '../../../schema/report-parts.ts';
import { MAX_CHANGED_COHORTS, PERIODS_COMPARED, SHARE_DAYS } from '../limits.ts';
import { cohortName } from './cohort.ts';

const cohortFigures = v.object({
  customers: described(count, 'Customers of the cohort.'),
  orders: described(count, 'Their purchases.'),
  revenue: described(v.number(), 'Their spend, returns netted.'),
});

export const cohortChange = v.object({
  cohort: cohortName('The cohort.'),
  before: described(v.nullable(cohortFigures), 'In the earlier report; null where it is not in it.'),
  after: described(v.nullable(cohortFigures), 'In this report; null where it is not in it.'),
});

const shareChange = v.object({
  days: described(count, 'Days after the first purchase.'),
  before: described(v.nullable(share), 'Share that had ordered again, in the earlier report.'),
  after: described(v.nullable(share), 'Share that has ordered again, in this report.'),
});

const retentionChange = v.object({
  period: described(count, 'Periods since the first purchase.'),
  before: described(share, 'Average retention in the earlier report.'),
  after: described(share, 'Average retention in this report.'),
});

const shopFigures = v.object({
  customers: described(count, 'Customers with an order.'),
  orders: described(count, 'Orders with a row of positive quantity.'),
  net_revenue: described(v.number(), 'Value of all rows with a date, returns deducted.'),
});

export const cohortChanges = v.object({
  compared_with: comparedWith,
  note: comparisonNote,
  note_coded: comparisonNoteCoded,
  shop: optionally(
    v.nullable(
      v.object({
        before: described(shopFigures, 'In the earlier report.'),
        after: described(shopFigures, 'In this report.'),
      }),
    ),
    'Figures of all days. Null if either report has no `overview`.',
  ),
  new_cohorts: optionally(count, 'Cohorts that only this report has.'),
  cohorts: optionally(
    v.array(cohortChange),
    `Cohorts whose figures differ, newest first. At most ${MAX_CHANGED_COHORTS}.`,
  ),
  average_retention: optionally(
    v.array(retentionChange),
    `Periods that both reports average, the first ${PERIODS_COMPARED}.`,
  ),
  ordered_again: optionally(v.array(shareChange), `After ${SHARE_DAYS.join(', ')} days.`),
});
