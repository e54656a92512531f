// Findings of a cohort report as text.

import * as v from 'valibot';
import { finding, insightsHead } from '../../../schema/report-parts.ts';

export const cohortInsights = v.object({
  ...insightsHead('What was found, in a sentence.'),
  retention: finding('How many customers come back, and which cohorts differ most.'),
  value: finding('What a customer is worth over time.'),
  second_order: finding('How soon customers order again.'),
  first_orders: v.optional(
    finding(
      'Whether customers order again sooner or later by what their first order was: an association, not a cause.',
    ),
  ),
  recent_cohorts: finding('Whether recent customers order again sooner or later than older ones.'),
});
