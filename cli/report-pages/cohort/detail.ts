// A cohort report as its pages read it.
import * as v from 'valibot';
import { cohort, earlyValue } from '../../../src/report-types/cohort/schema/cohort.ts';
import { cohortReport } from '../../../src/report-types/cohort/schema.ts';
import { insights, laterMembers } from '../shown-report.ts';

export const cohortDetail = v.looseObject({
  ...cohortReport.entries,
  ...laterMembers,
  early_value: v.nullish(earlyValue),
  cohorts: v.array(
    v.looseObject({
      ...cohort.entries,
      median_value_per_customer: v.nullish(v.number()),
      left_truncated: v.nullish(v.boolean()),
    }),
  ),
  ai_insights: insights,
});
export type CohortDetail = v.InferOutput<typeof cohortDetail>;
export type ShownCohort = CohortDetail['cohorts'][number];
export type ShownSecondOrder = NonNullable<CohortDetail['second_order']>;
