// Computes a cohort report as a fold over parts of the customers, or over one part with all of them.
import type { CohortKind } from '../../../contract/report-types/cohort/definition.ts';
import { getSelectionDays } from '../../baskets/selection.ts';
import { createCustomerPasses, createReportJoin, readLeastSpend } from '../customer-passes.ts';
import { createCohortAnalysis } from './analyse.ts';
import { gatherMembers } from './gather.ts';
import { mergeMembers } from './merge.ts';

export const cohortAnalysis = createCustomerPasses<CohortKind, 'members'>(
  ['members'],
  {
    members: {
      inPart: (part, { settings, reference, known, model }) => ({
        found: gatherMembers(part.orders(), settings, reference, {
          leastSpend: readLeastSpend(known),
          model,
        }),
      }),
      join: ({ settings, reference, whole }) =>
        createReportJoin((found) =>
          createCohortAnalysis(reference, mergeMembers(found, settings, reference, whole.scale), settings),
        ),
    },
  },
  (settings) => createCohortAnalysis(undefined, undefined, settings),
  // First purchases are searched in all data before the end.
  ({ dateRange, customerScope }) => {
    const upToEnd = dateRange?.end === undefined ? undefined : { end: dateRange.end };
    return getSelectionDays({ customerScope, dateRange: upToEnd });
  },
);
