// The template of effect reports. It is an extension: the contract has none.
import type { ReportTemplate } from '../report-type.ts';

export const EFFECT_TEMPLATES = {
  audience_effect: {
    reportType: 'EFFECT',
    name: 'Effect of an audience',
    customerScope: 'all',
    businessContext: 'What contacting the members of an audience changed, against those who were held out.',
  },
} as const satisfies Readonly<Record<string, ReportTemplate<'EFFECT'>>>;
