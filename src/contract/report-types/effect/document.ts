// Schemas of an effect report for the OpenAPI document. Separate from the definition, so that code that reads no bodies
// does not load them.
import type { ReportTypeDocument } from '../report-type.ts';
import {
  adjustedEffect,
  campaignEffect,
  effectInsights,
  effectPlan,
  effectReport,
  effectSettings,
  measuredEffect,
} from './schema.ts';

export const effectDocument = {
  schema: effectReport,
  components: {
    EffectReport: [effectReport, 'A finished effect report.'],
    EffectSettings: [effectSettings, 'The effective settings, with template and defaults filled in.'],
    CampaignEffect: [campaignEffect, 'Those contacted beside those held out.'],
    MeasuredEffect: [measuredEffect, 'One measure in both arms.'],
    AdjustedEffect: [adjustedEffect, 'One measure in both arms, adjusted by earlier orders.'],
    EffectPlan: [effectPlan, 'Effects that a campaign could detect, before anything is sent.'],
    EffectInsights: [effectInsights, 'The verdict in words.'],
  },
} as const satisfies ReportTypeDocument;
