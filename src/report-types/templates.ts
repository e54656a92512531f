// The seven report templates of the contract, as data. A request's own parameters override them.
import type { BasketScope, CustomerScope, ReportType } from '../core/settings/settings.ts';

export const TEMPLATE_NAMES = [
  'standard_mba',
  'first_order',
  'repeat_purchase',
  'high_value_baskets',
  'churning_analysis',
  'standard_rfm',
  'new_customer_cohort',
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

export interface Template {
  readonly reportType: ReportType;
  readonly name: string;
  readonly customerScope: CustomerScope;
  readonly scope: BasketScope;
  /** What the report is for, in a sentence: insights begin with it. */
  readonly businessContext: string;
}

export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  standard_mba: {
    reportType: 'MBA',
    name: 'Standard market basket analysis',
    customerScope: 'all',
    scope: 'order',
    businessContext:
      'Which products are bought together, over all customers, to plan bundles and cross-sells.',
  },
  first_order: {
    reportType: 'MBA',
    name: 'First order basket analysis',
    customerScope: 'first_order',
    scope: 'order',
    businessContext:
      'What customers combine in their very first order, to shape landing pages and welcome offers.',
  },
  repeat_purchase: {
    reportType: 'MBA',
    name: 'Repeat purchase basket analysis',
    customerScope: 'repeat',
    scope: 'order',
    businessContext: 'What returning customers combine, to shape loyalty offers and replenishment reminders.',
  },
  high_value_baskets: {
    reportType: 'MBA',
    name: 'High value basket analysis',
    customerScope: 'high_value',
    scope: 'order',
    businessContext: 'What the top fifth of customers by spend combine, to find premium bundles.',
  },
  churning_analysis: {
    reportType: 'MBA',
    name: 'Churning customer basket analysis',
    customerScope: 'churning',
    scope: 'order',
    businessContext:
      'What customers without an order for 90 days used to combine, to find offers that win them back.',
  },
  standard_rfm: {
    reportType: 'RFM',
    name: 'Standard RFM segmentation',
    customerScope: 'all',
    scope: 'order',
    businessContext:
      'How recently, how often and for how much each customer buys, to treat segments differently.',
  },
  new_customer_cohort: {
    reportType: 'RFM',
    name: 'New customer cohort segmentation',
    customerScope: 'new_90d',
    scope: 'order',
    businessContext: 'How customers acquired in the last 90 days behave, to steer onboarding.',
  },
};
