// RFM: segments of customers by recency, frequency and monetary value.
// The parts that requests need, without the analysis.

import type { ReportSettings } from '../../settings/settings.ts';
import { nextProductsParams } from '../next-products.ts';
import type { Kind, ReportTypeDefinition } from '../report-type.ts';
import { rfmCustomerRows } from './customer-rows.ts';
import type { RfmBody } from './schema.ts';
import { segmentTable } from './segment-table.ts';
import { echoRfmSettings } from './settings.ts';
import { RFM_TEMPLATES } from './templates.ts';

export interface RfmKind extends Kind {
  readonly type: 'RFM';
  readonly settings: ReportSettings;
  readonly body: RfmBody;
}

export const rfmDefinition = {
  type: 'RFM',
  prefix: 'Rfm',
  description: 'customer segments by recency, frequency and monetary value',
  defaultName: 'RFM segmentation',
  templates: RFM_TEMPLATES,
  params: nextProductsParams,
  settings: (shared) => shared,
  echo: echoRfmSettings,
  lists: [],
  customers: rfmCustomerRows,
  exports: ['customers', 'segments'],
  tables: { segments: segmentTable },
} as const satisfies ReportTypeDefinition<RfmKind>;
