// A cohort report as a fold over parts of the customers, or over one part of them all.
import type { CohortKind } from '../../../contract/report-types/cohort/definition.ts';
import { daysNeeded } from '../../baskets/selection.ts';
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
