// Findings of a cohort report as text.

import * as v from 'valibot';
import { codedText } from '../../../schema/coded.ts';
import { described } from '../../../schema/described.ts';
import { businessContext, generatedBy, toldContext } from '../../../schema/report-parts.ts';

const finding = (what: string) =>
  described(
    v.nullable(
      v.object({
        text: described(v.string(), 'The finding in sentences.'),
        text_coded: codedText('text'),
      }),
    ),
    `${what} Null where the figures say nothing of it.`,
  );

export const cohortInsights = v.object({
  generated_by: generatedBy,
  business_context: businessContext,
  context: toldContext,
  summary: described(v.string(), 'What was found, in a sentence.'),
  summary_coded: codedText('summary'),
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
