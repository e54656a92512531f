// Effect: what contacting the members of an audience changed, against those held out.

import type { EffectKind } from '../../../contract/report-types/effect/definition.ts';
import type { campaignEffect, effectPlan } from '../../../contract/report-types/effect/schema.ts';
import type { AllSame, Same, Shape } from '../../../contract/schema/shape.ts';
import type { Effect } from '../../effect/measure-effect.ts';
import type { EffectPlan } from '../../effect/plan.ts';
import type { ReportTypeAnalysis } from '../report-type.ts';
import { analyseEffect, partitionedEffect } from './partitioned.ts';

export const effectAnalysis = {
  // Who has ever ordered is known of customers whose orders are older, too.
  daysNeeded: () => undefined,
  analyse: analyseEffect,
  partitioned: partitionedEffect,
} as const satisfies ReportTypeAnalysis<EffectKind>;

/** The analytics' own types are the shapes of the contract: a difference does not compile. */
export type Checked = AllSame<
  [Same<Effect, Shape<typeof campaignEffect>>, Same<EffectPlan, Shape<typeof effectPlan>>]
>;
