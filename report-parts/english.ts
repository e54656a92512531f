// What the parts say in English, for the console and the pages. InsightKey makes every language name each member of a
// report's insights.
import type { FinishedReport, RfmReport } from '../client/src/index.ts';

type KeysOf<T> = T extends object ? keyof T : never;
export type InsightKey = Exclude<
  KeysOf<FinishedReport['ai_insights']> | KeysOf<RfmReport['ai_strategic_insights']>,
  'generated_by'
>;

export const INSIGHT_TITLES: Readonly<Record<InsightKey, string>> = {
  summary: 'In short',
  bundles: 'Bundles',
  cross_sells: 'Cross-sells',
  placements: 'Placements',
  value_at_risk: 'Value at risk',
  core_customers: 'Core customers',
  concentration: 'Concentration',
  growth: 'Growth',
  predictions: 'Predictions',
  retention: 'Retention',
  value: 'Value',
  second_order: 'Second order',
  recent_cohorts: 'Recent cohorts',
  business_context: 'What this report is for',
  context: 'Context given',
};

export const FLOW_WORDS = {
  before: 'Before',
  now: 'Now',
  band: (from: string, to: string, customers: string) => `${from} → ${to}: ${customers}`,
  direction: {
    up: 'to a better segment',
    down: 'to a worse segment',
    joined: 'new in the report',
    left: 'no longer in the report',
    stayed: 'stayed',
  },
};
