// A cohort report as its pages read it.
import * as v from 'valibot';
import { cohortReport } from '../../../src/report-types/cohort/schema.ts';
import { insights, laterMembers } from '../shown-report.ts';

export const cohortDetail = v.looseObject({
  ...cohortReport.entries,
  ...laterMembers,
  ai_insights: insights,
});
export type CohortDetail = v.InferOutput<typeof cohortDetail>;
export type ShownCohort = CohortDetail['cohorts'][number];
export type ShownSecondOrder = NonNullable<CohortDetail['second_order']>;
