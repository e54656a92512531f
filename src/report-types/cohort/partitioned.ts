// A cohort report over partitions of the customers: whoever they are, what they did is found in one pass.
import { customerPasses, joinOfAll } from '../customer-passes.ts';
import { leastSpendIn } from '../scope-pass.ts';
import { analysisOf } from './analyse.ts';
import type { CohortKind } from './definition.ts';
import { joinedSource, packMembers } from './part-members.ts';

export const partitionedCohorts = customerPasses<CohortKind, 'members'>(
  ['members'],
  {
    members: {
      inPart: (part, { settings, reference, known }) => ({
        found: packMembers(part.orders(), settings, reference, leastSpendIn(known)),
      }),
      join: ({ settings, reference, whole }) =>
        joinOfAll((found) =>
          analysisOf(reference, joinedSource(found, settings, reference, whole.scale), settings),
        ),
    },
  },
  (settings) => analysisOf(undefined, undefined, settings),
);
