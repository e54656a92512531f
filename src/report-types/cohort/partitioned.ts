// A cohort report over partitions of the customers: whoever they are, what they did is found in one pass.
import { referenceDay } from '../../core/baskets/window.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import { type Known, type PartitionedAnalysis, stageOf } from '../partitioned.ts';
import { joinOfSpends, leastSpendIn, needsScopePass, packSpends } from '../scope-pass.ts';
import { analysisOf } from './analyse.ts';
import type { CohortKind } from './definition.ts';
import { joinedSource, packMembers } from './part-members.ts';

export const partitionedCohorts: PartitionedAnalysis<CohortKind> = {
  partitionBy: () => 'customer',
  inPart(part, settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference === undefined) return { found: new Uint8Array(0) };
    const orders = part.orders();
    if (stageIn(known, settings) === 'spends') return { found: packSpends(orders) };
    return { found: packMembers(orders, settings, reference, leastSpendIn(known)) };
  },
  join(settings, whole, known) {
    const reference = referenceDay(whole, settings.dateRange);
    if (reference !== undefined && stageIn(known, settings) === 'spends') return joinOfSpends('members');
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

const stageIn = (known: Known, settings: ReportSettings) =>
  stageOf(known, ['spends', 'members'], needsScopePass(settings) ? 'spends' : 'members');
