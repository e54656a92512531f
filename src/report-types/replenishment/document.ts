// What the contract's document says of a replenishment report. Apart from the definition: what reads no bodies need not load it.
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
    ReplenishmentReport: { schema: replenishmentReport, description: 'A finished replenishment report.' },
    ReplenishmentSettings: {
      schema: replenishmentSettings,
      description: 'The effective settings, with template and defaults filled in.',
    },
    ExpectedOrders: { schema: expectedOrders, description: 'What is expected of the days ahead.' },
    DueWeek: { schema: dueWeek, description: 'Customers who are due in one week.' },
    DueProduct: { schema: dueProduct, description: 'A product, when it is bought again, and who is due to.' },
    RepeatShare: {
      schema: repeatShare,
      description: 'How many buyers have bought a product again by a day.',
    },
    Cadence: { schema: cadence, description: 'The model that due dates follow from.' },
    DueBacktest: {
      schema: dueBacktest,
      description: 'Who was said to order next on past dates, and who did.',
    },
    ProductDates: {
      schema: productDates,
      description: 'Which purchases of products were said to be due on past dates, and which were made.',
    },
    ReplenishmentChanges: {
      schema: replenishmentChanges,
      description: 'What changed since the report before.',
    },
    StageChange: { schema: stageChange, description: 'A stage in two reports.' },
    DueProductChange: { schema: dueProductChange, description: 'A product in two reports.' },
    ReplenishmentInsights: { schema: replenishmentInsights, description: 'Findings in words.' },
  },
} as const satisfies ReportTypeDocument;
