// Recency, frequency, monetary value, scores, segments and predictions of generated customers, measured after loading:
// npm run -s bench -- rfm [--orders 1000000] [--customers 200000].
import { parseArgs } from 'node:util';
import { createColumnsBuilder } from '../../../src/core/orders/columns-builder.ts';
import { customerDays } from '../../../src/core/prediction/customer-days.ts';
import { forecast } from '../../../src/core/prediction/forecast.ts';
import { historiesOf } from '../../../src/core/prediction/histories.ts';
import { scoreCustomers } from '../../../src/core/rfm/customer-scores.ts';
import { rfmCustomers } from '../../../src/core/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../../src/core/rfm/segments.ts';
import { analyseRfm } from '../../../src/report-types/rfm/analyse.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { REPORT_SETTINGS } from '../measuring/made-up-orders.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAYS = 730;
const WARM_RUNS = 5;

export function benchRfm(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '1000000' },
      customers: { type: 'string', default: '200000' },
    },
  });
  const orders = Number(values.orders);
  const customers = Number(values.customers);
  const random = randomFrom(11);
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true });
  for (let order = 0; order < orders; order++) {
    // A few customers buy often, most rarely.
    const customer = Math.floor(random() ** 2 * customers);
    const orderDate = FIRST_DAY + Math.floor(random() * DAYS) * DAY_MS;
    const product = Math.floor(random() ** 2 * 2_000);
    builder.add({ orderId: `o${order}`, customerId: `c${customer}`, orderDate }, [
      {
        name: `product ${product}`,
        sku: undefined,
        unitPrice: 1 + (product % 50),
        quantity: 1 + (order % 3),
        customFields: undefined,
      },
    ]);
  }
  const columns = builder.build();
  const referenceDay = Math.floor((FIRST_DAY + DAYS * DAY_MS) / DAY_MS);
  const segment = () => scoreCustomers(rfmCustomers(columns, REPORT_SETTINGS, referenceDay));
  const first = timed(segment);
  const selected = rfmCustomers(columns, REPORT_SETTINGS, referenceDay);
  const scored = scoreCustomers(selected).segment;
  const segments = SEGMENT_NAMES.length;
  reportCase('rfm', {
    orders,
    customers: selected.count,
    scored_and_segmented_ms: Math.round(first),
    scored_and_segmented_ms_warm: Math.round(
      Math.min(...Array.from({ length: WARM_RUNS }, () => timed(segment))),
    ),
    predictions_ms: Math.round(
      timed(() =>
        forecast(historiesOf(customerDays(columns, selected), referenceDay), referenceDay, {
          segment: scored,
          segments,
        }),
      ),
    ),
    whole_body_ms: Math.round(timed(() => analyseRfm(columns, REPORT_SETTINGS))),
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  });
}

function timed(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}
