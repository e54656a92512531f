// A function instance keeps the columns of a report for the next one, so that an analysis must not change them.

import { expect, test } from 'vitest';
import { getAnalysis } from '../../../src/analysis/report-types/analyses.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import { REPORT_TYPES } from '../../../src/contract/report-types/report-types.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { createLine, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

const orders = Array.from({ length: 60 }, (_, at): LiteralOrder => {
  const date = new Date(Date.UTC(2024, 0, 1 + 5 * at)).toISOString();
  const lines = ['Tea', 'Cup', 'Pot', 'Postage']
    .slice(at % 3)
    .map((name) => createLine(name, 2.5 + at, at % 7 === 0 ? -1 : 2));
  return { id: `o${at}`, customer: `c${at % 9}`, date, lines };
});

test.each(REPORT_TYPES)(
  'a report of type %s does not change the columns that it is computed from',
  (report_type) => {
    const { reportType, settings } = resolveReport({ report_type });
    const { conditions, productIdentifier, timeZone } = settings;
    const readColumns = () => toColumns(orders, { conditions, productIdentifier, timeZone });
    const columns = readColumns();
    const analyse = () => JSON.stringify(analyseOrders(getAnalysis(reportType), columns, settings).body);
    const first = analyse();
    expect(analyse()).toBe(first);
    expect(columns).toEqual(readColumns());
  },
);
