// A cohort report over partitions of the customers: whoever they are, what they did is found in one pass.
import { referenceDay } from '../../core/baskets/window.ts';
import type { PartitionedAnalysis } from '../partitioned.ts';
import { joinOfSpends, leastSpendIn, needsScopePass, packSpends } from '../scope-pass.ts';
import { analysisOf } from './analyse.ts';
import type { CohortKind } from './definition.ts';
import { joinedSource, packMembers } from './part-members.ts';

export const partitionedCohorts: PartitionedAnalysis<CohortKind> = {
  partitionBy: () => 'customer',
  inPart(part, settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference === undefined) return { found: new Uint8Array(0) };
    const leastSpend = leastSpendIn(known);
    if (needsScopePass(settings) && leastSpend === undefined) return { found: packSpends(part.orders()) };
    return { found: packMembers(part.orders(), settings, reference, leastSpend) };
  },
  join(settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference !== undefined && needsScopePass(settings) && leastSpendIn(known) === undefined)
      return joinOfSpends();
    const parts: Uint8Array[] = [];
    return {
      add: (found) => parts.push(found),
      end: () => ({
        analysis: analysisOf(
          reference,
          reference === undefined ? undefined : joinedSource(parts, settings, reference, whole.scale),
          settings,
        ),
      }),
    };
  },
};
