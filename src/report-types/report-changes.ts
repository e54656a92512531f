// What a report says of the one before it: of the same type, dataset and settings.
import { type AnySettings, definitionOf, type ReportType } from './report-types.ts';

export const NOTHING_TO_COMPARE = {
  compared_with: null,
  note: 'This is the first finished report of this type, dataset and settings: there is nothing to compare it with.',
} as const;

/** What a report keeps beside its figures: recommendations, profiles of products. */
const BESIDE = { serve: undefined, product_profiles: undefined };

/** Equal for reports whose figures answer the same question, whatever its words and what it keeps beside them. */
export function comparisonKey(reportType: ReportType, settings: AnySettings): string {
  const echo = definitionOf(reportType).echo(settings);
  return JSON.stringify([reportType, { ...echo, template: null, context: null, ...BESIDE }]);
}
