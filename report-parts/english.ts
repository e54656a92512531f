// What the parts say in English, for the console and the pages.
import type { FinishedReport, RfmReport } from '../client/src/index.ts';

type KeysOf<T> = T extends object ? keyof T : never;
/** What every other language has a title for. */
export type InsightKey = Exclude<
  KeysOf<FinishedReport['ai_insights']> | KeysOf<RfmReport['ai_strategic_insights']>,
  'generated_by' | `${string}_coded`
>;

/** Where the key in words (`value_at_risk`: Value at risk) is not the title. */
export const INSIGHT_TITLES: Readonly<Record<string, string>> = {
  summary: 'In short',
  cross_sells: 'Cross-sells',
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
