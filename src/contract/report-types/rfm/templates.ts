// The contract's templates for RFM reports.
import type { ReportTemplate } from '../report-type.ts';

export const RFM_TEMPLATES = {
  standard_rfm: {
    reportType: 'RFM',
    name: 'Standard RFM segmentation',
    customerScope: 'all',
    businessContext:
      'How recently, how often and for how much each customer buys, to treat segments differently.',
  },
  new_customer_cohort: {
    reportType: 'RFM',
    name: 'New customer cohort segmentation',
    customerScope: 'new_90d',
    businessContext: 'How customers acquired in the last 90 days behave, to steer onboarding.',
  },
} as const satisfies Readonly<Record<string, ReportTemplate<'RFM'>>>;
