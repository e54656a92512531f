// The cohorts of docs/concepts/cohorts.md as a finished report, compared with what they were at the end of January.

import { assembleReport } from '../../../src/report-types/assemble.ts';
import { cohortAnalysis } from '../../../src/report-types/cohort/cohort.ts';
import { cohortDefinition } from '../../../src/report-types/cohort/definition.ts';
import { cohortFinish } from '../../../src/report-types/cohort/finish.ts';
import { resolveReport } from '../../../src/report-types/resolve.ts';
import { columnsOf, type LiteralOrder, line } from '../../core/orders/literal-orders.ts';

const order = (customer: string, date: string, quantity: number, price: number): LiteralOrder => ({
  id: `${customer}-${date}`,
  customer,
  date,
  lines: [line('Tea', price, quantity)],
});

const ORDERS = [
  order('zoe', '2025-11-01', 1, 5),
  order('ann', '2026-01-05', 1, 40),
  order('ann', '2026-01-25', 1, 10),
  order('bea', '2026-01-20', 2, 15),
  order('bea', '2026-03-11', 1, 30),
  order('bea', '2026-03-20', -1, 15),
  order('cid', '2026-02-10', 1, 20),
  order('dan', '2026-02-14', 3, 10),
  order('dan', '2026-03-11', 1, 50),
  order('eve', '2026-03-30', 1, 12),
];

export async function cohortReport(name = 'Cohorts', orders = ORDERS): Promise<object> {
  const { settings: shared } = resolveReport({ template: 'cohort_retention' });
  const settings = cohortDefinition.settings(shared, {});
  const analyse = (some: readonly LiteralOrder[]) => cohortAnalysis.analyse(columnsOf(some), settings);
  const stored = (some: readonly LiteralOrder[]) => ({
    body: async () => analyse(some).body,
    companion: async () => undefined,
  });
  const earlier = {
    report_id: '01K000000000000000000EARLY',
    created_at: '2026-02-01T03:04:05.678Z',
    reference_date: null,
  };
  const changes = await cohortFinish.compare(earlier, stored(orders.slice(0, 4)), stored(orders));
  if (changes === undefined) throw new Error('nothing to compare');
  return assembleReport({
    header: {
      report_id: '01K0000000000000000000TEST',
      name,
      report_type: 'COHORT',
      dataset_id: 'default',
      created_at: '2026-04-01T03:04:05.678Z',
    },
    settings,
    computed: analyse(orders).body,
    changes,
  });
}
