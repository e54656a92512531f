// What a language model must answer, as schemas: for the model as JSON Schema, for the service as a check.
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { SEGMENT_NAMES } from '../core/rfm/segments.ts';

const sentence = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(600));

const finding = v.object({ rule: v.pipe(v.string(), v.regex(/^R\d{1,2}$/)), text: sentence });
const findings = v.pipe(v.array(finding), v.maxLength(3));

export const mbaAnswer = v.object({
  summary: sentence,
  bundles: findings,
  cross_sells: findings,
  placements: findings,
});
export type MbaAnswer = v.InferOutput<typeof mbaAnswer>;

export const rfmAnswer = v.object({
  summary: sentence,
  segments: v.pipe(
    v.array(
      v.object({ segment: v.picklist(SEGMENT_NAMES), observation: sentence, recommendation: sentence }),
    ),
    v.maxLength(SEGMENT_NAMES.length),
  ),
  value_at_risk: sentence,
  core_customers: sentence,
  concentration: sentence,
});
export type RfmAnswer = v.InferOutput<typeof rfmAnswer>;

/** Trimming has no words in JSON Schema. */
export function answerSchema(schema: typeof mbaAnswer | typeof rfmAnswer): Record<string, unknown> {
  return { ...toJsonSchema(schema, { errorMode: 'ignore' }) };
}
