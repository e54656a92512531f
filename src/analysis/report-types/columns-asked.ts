// How a report wants its orders as columns.

import { type AnySettings, definitionOf, type ReportType } from '../../contract/report-types/report-types.ts';
import { localTimeIn } from '../../contract/settings/calendar.ts';
import { labelLevels } from '../../contract/settings/product-levels.ts';
import type { ColumnsBuilderOptions } from '../orders/columns-builder.ts';
import { serviceTest } from '../orders/fee-names.ts';
import { compileConditions } from '../orders/filters.ts';
import { analysisOf } from './analyses.ts';

export interface AskedColumns extends ColumnsBuilderOptions {
  /** The same of the same orders for whoever asks with the same. */
  readonly key: string;
}

export function columnsAsked(reportType: ReportType, settings: AnySettings): AskedColumns {
  const { leaveOut, conditions, timeZone } = settings;
  const plain = {
    productIdentifier: settings.productIdentifier,
    productLevel: settings.productLevel,
    productLevels: labelLevels(settings),
    withContacts: definitionOf(reportType).customers !== undefined,
    range: analysisOf(reportType).daysNeeded(settings),
  };
  return {
    ...plain,
    isService: serviceTest(leaveOut),
    keep: compileConditions(conditions),
    localTime: localTimeIn(timeZone),
    key: JSON.stringify({ ...plain, leaveOut, conditions, timeZone }),
  };
}
