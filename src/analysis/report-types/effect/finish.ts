// Describes the figures of an effect report, and their changes since the previous one.

import type { EffectKind } from '../../../contract/report-types/effect/definition.ts';
import type { EffectBody } from '../../../contract/report-types/effect/schema.ts';
import type { Sentence } from '../../../contract/sentences/sentence.ts';
import { describeEffect, describePlan } from '../../effect/plan.ts';
import type { ReportTypeFinish } from '../report-type.ts';
import { createRuleInsights } from '../worded.ts';

export const effectFinish = {
  compare: async () => null,
  describe(body, _changes, settings) {
    const summary_coded = describeOutcome(body);
    if (summary_coded.length === 0) return body;
    return {
      ...body,
      ai_insights: createRuleInsights(summary_coded, settings),
    };
  },
  fit: (body) => body,
} as const satisfies ReportTypeFinish<EffectKind>;

function describeOutcome({ effect, plan, settings }: EffectBody): Sentence[] {
  if (effect !== null) return describeEffect(effect);
  return plan === null ? [] : describePlan(plan, settings.decide_on);
}
