// The template of replenishment reports. It is an extension: the contract has none.
import type { ReportTemplate } from '../report-type.ts';

export const REPLENISHMENT_TEMPLATES = {
  due_to_reorder: {
    reportType: 'REPLENISHMENT',
    name: 'Due to buy again',
    customerScope: 'all',
    businessContext:
      'Who is due to buy again, when and what, to remind customers at the right time and notice those who stay away.',
  },
} as const satisfies Readonly<Record<string, ReportTemplate<'REPLENISHMENT'>>>;
