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
