// Schemas of a replenishment report for the OpenAPI document. Separate from the definition, so that code that reads no
// bodies does not load them.
import type { ReportTypeDocument } from '../report-type.ts';
import {
  cadence,
  dueBacktest,
  dueProduct,
  dueProductChange,
  dueWeek,
  expectedOrders,
  productDates,
  repeatShare,
  replenishmentChanges,
  replenishmentInsights,
  replenishmentReport,
  replenishmentSettings,
  stageChange,
} from './schema.ts';

export const replenishmentDocument = {
  schema: replenishmentReport,
  components: {
    ReplenishmentReport: [replenishmentReport, 'A finished replenishment report.'],
    ReplenishmentSettings: [
      replenishmentSettings,
      'The effective settings, with template and defaults filled in.',
    ],
    ExpectedOrders: [expectedOrders, 'Expected orders of the days ahead.'],
    DueWeek: [dueWeek, 'Customers who are due in one week.'],
    DueProduct: [dueProduct, 'A product, when it is bought again, and who is due to.'],
    RepeatShare: [repeatShare, 'How many buyers have bought a product again by a day.'],
    Cadence: [cadence, 'The model that due dates follow from.'],
    DueBacktest: [dueBacktest, 'Who was said to order next on past dates, and who did.'],
    ProductDates: [
      productDates,
      'Which purchases of products were said to be due on past dates, and which were made.',
    ],
    ReplenishmentChanges: [replenishmentChanges, 'Changes since the previous report.'],
    StageChange: [stageChange, 'A stage in two reports.'],
    DueProductChange: [dueProductChange, 'A product in two reports.'],
    ReplenishmentInsights: [replenishmentInsights, 'Findings in words.'],
  },
} as const satisfies ReportTypeDocument;
