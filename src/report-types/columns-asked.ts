// How a report wants its orders as columns.

import type { ColumnsBuilderOptions } from '../core/orders/columns-builder.ts';
import { serviceTest } from '../core/orders/fee-names.ts';
import { compileConditions } from '../core/orders/filters.ts';
import { localTimeIn } from '../core/orders/local-time.ts';
import { labelLevels } from '../core/settings/product-levels.ts';
import { type AnySettings, type ReportType, recordOf } from './report-types.ts';

export function columnsAsked(reportType: ReportType, settings: AnySettings): ColumnsBuilderOptions {
  return {
    productIdentifier: settings.productIdentifier,
    productLevel: settings.productLevel,
    productLevels: labelLevels(settings),
    isService: serviceTest(settings.leaveOut),
    withContacts: recordOf(reportType).customers !== undefined,
    keep: compileConditions(settings.conditions),
    localTime: localTimeIn(settings.timeZone),
    range: recordOf(reportType).daysNeeded(settings),
  };
}
