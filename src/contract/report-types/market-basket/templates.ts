// The contract's templates for market basket reports.
import type { ReportTemplate } from '../report-type.ts';

const params = { scope: 'order' } as const;

export const MBA_TEMPLATES = {
  standard_mba: {
    reportType: 'MBA',
    name: 'Standard market basket analysis',
    customerScope: 'all',
    params,
    businessContext:
      'Which products are bought together, over all customers, to plan bundles and cross-sells.',
  },
  first_order: {
    reportType: 'MBA',
    name: 'First order basket analysis',
    customerScope: 'first_order',
    params,
    businessContext:
      'What customers combine in their very first order, to shape landing pages and welcome offers.',
  },
  repeat_purchase: {
    reportType: 'MBA',
    name: 'Repeat purchase basket analysis',
    customerScope: 'repeat',
    params,
    businessContext: 'What returning customers combine, to shape loyalty offers and replenishment reminders.',
  },
  high_value_baskets: {
    reportType: 'MBA',
    name: 'High value basket analysis',
    customerScope: 'high_value',
    params,
    businessContext: 'What the top fifth of customers by spend combine, to find premium bundles.',
  },
  churning_analysis: {
    reportType: 'MBA',
    name: 'Churning customer basket analysis',
    customerScope: 'churning',
    params,
    businessContext:
      'What customers without an order for 90 days used to combine, to find offers that win them back.',
  },
} as const satisfies Readonly<Record<string, ReportTemplate<'MBA'>>>;
