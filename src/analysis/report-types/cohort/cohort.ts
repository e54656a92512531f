// A cohort report as a fold over parts of the customers, or over one part of them all.
import type { CohortKind } from '../../../contract/report-types/cohort/definition.ts';
import type {
  earlyValue,
  periodActivity,
  periodFigures,
  shareByDay,
} from '../../../contract/report-types/cohort/schema/cohort.ts';
import type {
  averageRetention,
  cohortComparison,
  curveDay,
  secondOrder,
} from '../../../contract/report-types/cohort/schema/curves.ts';
import type { groupTest } from '../../../contract/report-types/cohort/schema/groups.ts';
import type { CohortRow, GroupRow } from '../../../contract/report-types/cohort/schema.ts';
import type { AllSame, Same, Shape } from '../../../contract/schema/shape.ts';
import { daysNeeded } from '../../baskets/selection.ts';
import type { AverageRetention, Cohort, PeriodActivity, PeriodFigures } from '../../cohorts/cohort-table.ts';
import type { EarlyValue } from '../../cohorts/member-figures.ts';
import type { GroupTest, OrderGroup } from '../../cohorts/order-groups.ts';
import type { CohortComparison, CurveDay, SecondOrder, ShareByDay } from '../../cohorts/second-order.ts';
import { customerPasses, joinOfAll, leastSpendIn } from '../customer-passes.ts';
import { analysisOf } from './analyse.ts';
import { gatherMembers } from './gather.ts';
import { mergeMembers } from './merge.ts';

export const cohortAnalysis = customerPasses<CohortKind, 'members'>(
  ['members'],
  {
    members: {
      inPart: (part, { settings, reference, known }) => ({
        found: gatherMembers(part.orders(), settings, reference, leastSpendIn(known)),
      }),
      join: ({ settings, reference, whole }) =>
        joinOfAll((found) =>
          analysisOf(reference, mergeMembers(found, settings, reference, whole.scale), settings),
        ),
    },
  },
  (settings) => analysisOf(undefined, undefined, settings),
  // First purchases are searched in all that is before the end.
  ({ dateRange, customerScope }) => {
    const upToEnd = dateRange?.end === undefined ? undefined : { end: dateRange.end };
    return daysNeeded({ customerScope, dateRange: upToEnd });
  },
);

/** The analytics' own types are the shapes of the contract: a difference does not compile. */
export type Checked = AllSame<
  [
    Same<Cohort, Omit<CohortRow, 'ordered_again' | 'median_value_per_customer' | 'left_truncated'>>,
    Same<PeriodFigures, Shape<typeof periodFigures>>,
    Same<PeriodActivity, Shape<typeof periodActivity>>,
    Same<AverageRetention, Shape<typeof averageRetention>>,
    Same<EarlyValue, Shape<typeof earlyValue>>,
    Same<ShareByDay, Shape<typeof shareByDay>>,
    Same<CurveDay, Shape<typeof curveDay>>,
    Same<SecondOrder, Shape<typeof secondOrder>>,
    Same<CohortComparison, Shape<typeof cohortComparison>>,
    Same<OrderGroup, GroupRow>,
    Same<GroupTest, Shape<typeof groupTest>>,
  ]
>;
