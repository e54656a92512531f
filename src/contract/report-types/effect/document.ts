// What the contract's document says of an effect report. Apart from the definition: what reads no bodies need not load
// it.
import type { ReportTypeDocument } from '../report-type.ts';
import {
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
    EffectPlan: [effectPlan, 'Effects that a campaign could detect, before anything is sent.'],
    EffectInsights: [effectInsights, 'The verdict in words.'],
  },
} as const satisfies ReportTypeDocument;
