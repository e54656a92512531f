// A whole flow by the TypeScript client that openapi-generator writes: node flow-fetch.js BASE_URL API_KEY. It is compiled
// beside that client.
import {
  Configuration,
  CreateReportRequestFromJSON,
  ErasureApi,
  OrdersApi,
  RecommendationsApi,
  ReportsApi,
  SubmitOrdersRequestFromJSON,
} from './index.js';

const [basePath = '', accessToken = ''] = process.argv.slice(2);
const configuration = new Configuration({ basePath, accessToken });
const [orders, reports, erasures] = [
  new OrdersApi(configuration),
  new ReportsApi(configuration),
  new ErasureApi(configuration),
];
const dataset_id = 'generated-fetch';
const CATEGORIES = { tea: 'Drinks', milk: 'Drinks', cup: 'Kitchen' };

async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 250; attempt++) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no result within 25 s');
}

function check(holds: boolean, otherwise: unknown): void {
  if (!holds) throw new Error(JSON.stringify(otherwise));
}

const line_items = Object.entries(CATEGORIES).map(([product_name, category]) => ({
  ...{ product_name, unit_price: 4.5, quantity: 1 },
  custom_fields: { category },
}));
const batch = Array.from({ length: 40 }, (_, i) => ({
  order_id: `order-${i}`,
  customer_id: `customer-${i % 10}`,
  order_date: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}`,
  line_items,
}));
const pushed = await orders.submitOrders({
  submitOrdersRequest: SubmitOrdersRequestFromJSON({ dataset_id, orders: batch }),
});
await until(async () => {
  const job = await orders.getImports({ importId: pushed.importId, prefer: 'wait=20' });
  return 'status' in job && job.status === 'completed' && job.rows.inserted === 120 ? job : undefined;
});

async function report(report_type: string, params: object) {
  const request = CreateReportRequestFromJSON({ report_type, dataset_id, params });
  const { reportId } = await reports.createReport({ createReportRequest: request });
  return until(async () => {
    const read = await reports.getReport({ id: reportId, prefer: 'wait=20' });
    return 'segments' in read || 'associationRules' in read ? read : undefined;
  });
}

const rfm = await report('RFM', {});
check('segments' in rfm && Array.isArray(rfm.segments) && rfm.segments.length > 0, rfm);
const mba = await report('MBA', { serve: { fields: ['category'] } });
check(
  'associationRules' in mba && Array.isArray(mba.associationRules) && mba.associationRules.length > 0,
  mba,
);
const served = await new RecommendationsApi(configuration).getRecommendations({
  product: ['tea'],
  datasetId: dataset_id,
  custom: { 'custom:category': ['Kitchen'] },
});
check(served.recommendations.length === 1 && served.recommendations[0]?.product === 'cup', served);

const { erasureId } = await erasures.deleteCustomer({ id: 'customer-1', datasetId: dataset_id });
await until(async () => {
  const erasure = await erasures.getErasure({ id: erasureId });
  return erasure.status === 'completed' && erasure.erased.orders === 4 ? erasure : undefined;
});
console.log('import, reports, filtered recommendations and erasure completed');
