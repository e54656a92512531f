// Effect: what contacting the members of an audience changed, against those held out.
import { effectSummary, planSummary } from '../../core/effect/describe-effect.ts';
import type { Sentence } from '../../core/sentences/sentence.ts';
import type { ReportTypeRecord } from '../report-type.ts';
import { byRules } from '../worded.ts';
import { type EffectKind, effectDefinition } from './definition.ts';
import { analyseEffect, partitionedEffect } from './partitioned.ts';
import type { EffectBody } from './schema.ts';

export const effectRecord = {
  ...effectDefinition,
  // Who has ever ordered is known of customers whose orders are older, too.
  daysNeeded: () => undefined,
  analyse: analyseEffect,
  partitioned: partitionedEffect,
  compare: async () => null,
  companion: undefined,
  describe(body, _changes, settings) {
    const summary_coded = verdictOf(body);
    if (summary_coded.length === 0) return body;
    return {
      ...body,
      ai_insights: byRules(summary_coded, settings),
    };
  },
  fit: (body) => body,
} as const satisfies ReportTypeRecord<EffectKind>;

function verdictOf({ effect, plan, settings }: EffectBody): Sentence[] {
  if (effect !== null) return effectSummary(effect);
  return plan === null ? [] : planSummary(plan, settings.decide_on);
}
