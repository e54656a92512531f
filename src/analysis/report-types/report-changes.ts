// Compares a report with the previous one of the same type, dataset and settings.

import {
  type AnySettings,
  getDefinition,
  type ReportType,
} from '../../contract/report-types/report-types.ts';
import { asText } from '../../contract/sentences/english.ts';
import { say } from '../../contract/sentences/sentence.ts';

const FIRST = say('nothing_to_compare', {});
export const NOTHING_TO_COMPARE = { compared_with: null, note: asText([FIRST]), note_coded: [FIRST] };

/** Settings of results beside the figures: recommendations, profiles of products. */
const BESIDE = { serve: undefined, product_profiles: undefined };

/** Equal for reports whose figures answer the same question, whatever their wording and the results beside them. */
export function toComparisonKey(reportType: ReportType, settings: AnySettings): string {
  const echo = getDefinition(reportType).echo(settings);
  return JSON.stringify([reportType, { ...echo, template: null, context: null, ...BESIDE }]);
}
