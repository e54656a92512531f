// Replenishment: who is due to buy again, when and what.
// The parts that requests need, without the analysis.

import type { ReportSettings } from '../../settings/settings.ts';
import type { Kind, ReportTypeDefinition } from '../report-type.ts';
import { replenishmentCustomerRows } from './customer-rows.ts';
import { dueProductTable } from './product-table.ts';
import type { ReplenishmentBody } from './schema.ts';
import { echoReplenishmentSettings, replenishmentParams, resolveReplenishmentSettings } from './settings.ts';
import { REPLENISHMENT_TEMPLATES } from './templates.ts';

export interface ReplenishmentKind extends Kind {
  readonly type: 'REPLENISHMENT';
  readonly settings: ReportSettings;
  readonly body: ReplenishmentBody;
}

export const replenishmentDefinition = {
  type: 'REPLENISHMENT',
  prefix: 'Replenishment',
  description: 'who is due to buy again, when and what',
  defaultName: 'Due to buy again',
  templates: REPLENISHMENT_TEMPLATES,
  params: replenishmentParams,
  settings: resolveReplenishmentSettings,
  echo: echoReplenishmentSettings,
  lists: ['products'],
  customers: replenishmentCustomerRows,
  exports: ['customers', 'products'],
  tables: { products: dueProductTable },
} as const satisfies ReportTypeDefinition<ReplenishmentKind>;
