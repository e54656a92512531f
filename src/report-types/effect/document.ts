// What the contract's document says of an effect report. Apart from the definition: what reads no bodies need not load it.
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
    EffectReport: { schema: effectReport, description: 'A finished effect report.' },
    EffectSettings: {
      schema: effectSettings,
      description: 'The effective settings, with template and defaults filled in.',
    },
    CampaignEffect: { schema: campaignEffect, description: 'Those contacted beside those held out.' },
    MeasuredEffect: { schema: measuredEffect, description: 'One measure in both arms.' },
    EffectPlan: { schema: effectPlan, description: 'What could be seen, before anything is sent.' },
    EffectInsights: { schema: effectInsights, description: 'The verdict in words.' },
  },
} as const satisfies ReportTypeDocument;
