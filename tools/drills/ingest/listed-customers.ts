// Creates reports whose lists name the customers of a drill, and checks what an erasure must leave of them.

import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds } from '../../../src/analysis/customer-lists/customer-ids.ts';
import { decodeList, encodeList } from '../../../src/analysis/customer-lists/list-file.ts';
import { compareLists } from '../../../src/analysis/customer-lists/select-rows.ts';
import { type CustomerList, getCustomerIdAt } from '../../../src/contract/customer-lists/columns.ts';
import type { CustomerLists } from '../../../src/service/reports/customer-lists.ts';
import type { ReportKey } from '../../../src/service/reports/report-item.ts';
import { createReportItem } from '../../harness/report-item.ts';
import { DATASET, type Run } from './run.ts';

const OTHERS = Array.from({ length: 8 }, (_, i) => `other-${i}`);

/** Figures of an export's row besides its segment. */
const FIGURES = [
  ...['recency', 'frequency', 'first_purchase', 'last_purchase'],
  ...['r_score', 'f_score', 'm_score'],
];

function createList(ids: readonly string[]): CustomerList {
  const figures = {
    ...Object.fromEntries(FIGURES.map((name) => [name, ids.map(() => 1)])),
    group: ids.map(() => 0),
    monetary: ids.map((_, at) => at),
  };
  return buildList({ reportType: 'RFM', ids: createCustomerIds(ids), groups: ['Champions'], figures });
}

/** Adds two finished reports: one lists `customer` among its customers, the other among those who left. */
export async function addListedReports(
  run: Run,
  lists: CustomerLists,
  customer: string,
): Promise<ReportKey[]> {
  const { accountId, stores, clock } = run;
  const first = createList([...OTHERS, customer]);
  const second = compareLists(createList(OTHERS), first, 'first');
  const at = new Date(clock()).toISOString();
  return Promise.all(
    [first, second].map(async (list, i) => {
      const key = { accountId, reportId: `01ARZ3NDEKTSV4RRFFQ69G5FA${i}` };
      await stores.reports.create(
        createReportItem({
          account_id: accountId,
          report_id: key.reportId,
          dataset_id: DATASET,
          status: 'Completed',
          at,
        }),
        10,
      );
      for (const stage of ['draft', 'final'] as const) await lists.put(key, stage, encodeList(list));
      return key;
    }),
  );
}

/** `isWhole`: the dataset was erased, not only the customer. */
export async function checkLists(
  lists: CustomerLists,
  keys: readonly ReportKey[],
  isWhole: boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const key of keys) {
    if ((await lists.find(key, 'draft')) !== undefined)
      wrong.push(`the draft of list ${key.reportId} is there`);
    const stored = await lists.find(key, 'final');
    if (isWhole) {
      if (stored !== undefined) wrong.push(`list ${key.reportId} of an erased dataset is there`);
      continue;
    }
    const ids = stored === undefined ? [] : listIds(decodeList(stored));
    if (ids.join() !== OTHERS.join()) wrong.push(`list ${key.reportId} holds ${ids}, expected ${OTHERS}`);
  }
  return wrong;
}

function listIds({ head, columns }: CustomerList): string[] {
  return Array.from({ length: head.rows }, (_, row) => getCustomerIdAt(columns, row)).sort();
}
