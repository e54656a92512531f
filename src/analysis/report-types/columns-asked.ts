// Defines how a report requests its orders as columns.

import {
  type AnySettings,
  getDefinition,
  type ReportType,
} from '../../contract/report-types/report-types.ts';
import type { IdentityRules } from '../../contract/schema/identity.ts';
import { createLocalTime } from '../../contract/settings/calendar.ts';
import { listLabelLevels } from '../../contract/settings/product-levels.ts';
import type { ColumnsBuilderOptions } from '../orders/columns-builder.ts';
import { createServiceTest } from '../orders/fee-names.ts';
import { compileConditions } from '../orders/filters.ts';
import { getAnalysis } from './analyses.ts';

export interface AskedColumns extends ColumnsBuilderOptions {
  /** Equal requests for the same orders have the same key. */
  readonly key: string;
  /** Which customer ids are one person. */
  readonly identity?: IdentityRules | undefined;
}

export function getAskedColumns(reportType: ReportType, settings: AnySettings): AskedColumns {
  const { leaveOut, conditions, timeZone, identity } = settings;
  const plain = {
    productIdentifier: settings.productIdentifier,
    productLevel: settings.productLevel,
    productLevels: listLabelLevels(settings),
    withContacts: getDefinition(reportType).customers !== undefined,
    range: getAnalysis(reportType).daysNeeded(settings),
  };
  return {
    ...plain,
    isService: createServiceTest(leaveOut),
    keep: compileConditions(conditions),
    localTime: createLocalTime(timeZone),
    identity,
    key: JSON.stringify({ ...plain, leaveOut, conditions, timeZone, identity }),
  };
}
