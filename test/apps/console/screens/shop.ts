// Fills an account for pictures: orders up to yesterday, reports of every type, and what one makes of them.
import { setTimeout } from 'node:timers/promises';
import { readRetailOrders } from '../../../../apps/cli/demo/online-retail.ts';
import type { OrderAnalytics } from '../../../../packages/client/src/index.ts';
import { createPictureOrders } from '../harness/picture-shop.ts';

const DAY_MS = 86_400_000;
/** The tea shop's orders cover 360 days: a report on all but the last 30 is compared with one on all. */
const COMPARED_DAYS = 30;

/** `tea`: a year of a made-up shop up to yesterday. `retail`: the demo shop's real month of 2010, with its long names. */
export type Shop = 'tea' | 'retail';

type ReportName =
  | ('rules' | 'earlier' | 'segments' | 'earlierSegments' | 'cohorts' | 'due')
  /** Reports on an audience, before and after it was contacted. */
  | ('plan' | 'effect');

export interface FilledShop {
  /** Reports by type; `earlier` is the second newest of baskets. */
  readonly reports: Readonly<Record<ReportName, string>>;
  readonly audience: string;
  readonly schedule: string;
  /** A product and a customer that the reports name. */
  readonly product: string;
  readonly customer: string;
}

export async function fillShop(client: OrderAnalytics, shop: Shop): Promise<FilledShop> {
  const orders = shop === 'retail' ? readRetailOrders() : moveToYesterday([...createPictureOrders()]);
  await client.push(orders, { wait: true });
  await client.datasets.update('default', { currency: shop === 'retail' ? 'GBP' : 'EUR' });
  // A second dataset, which the head of each view offers.
  await client.push(orders.slice(0, 20), { datasetId: 'market-stall', wait: true });
  const request = async (report: Parameters<OrderAnalytics['reports']['createAndWait']>[0]) =>
    (await client.reports.createAndWait(report)).report_id;
  const last = Math.max(...orders.map(({ order_date }) => Date.parse(order_date ?? '')));
  const filters = { dateRange: { end: formatDay(last - COMPARED_DAYS * DAY_MS) } };
  const params = { leave_out: 'not_goods' as const, product_profiles: true, serve: true };
  const earlier = await request({ template: 'standard_mba', ...(shop === 'tea' && { filters }) });
  const earlierSegments = await request({ template: 'standard_rfm', ...(shop === 'tea' && { filters }) });
  const audience = await createAudience(client, 'default');
  const reports = {
    ...{ earlier, earlierSegments },
    rules: await request({ template: 'standard_mba', params }),
    segments: await request({ template: 'standard_rfm' }),
    cohorts: await request({ template: 'cohort_retention' }),
    due: await request({ template: 'due_to_reorder' }),
    plan: await request({ ...createEffectReport(audience), name: AUDIENCE }),
    effect: await measureCampaign(client, request),
  };
  const { schedule_id: schedule } = await client.schedules.create({
    ...{ name: 'Every Monday', expression: 'cron(0 6 * * MON)', report: { template: 'standard_rfm' } },
  });
  for (const [name, expression] of Object.entries(OTHER_CLOCKS))
    await client.schedules.create({ name, expression, report: { template: 'due_to_reorder' } });
  const rules = await client.reports.get(reports.rules);
  const product = 'association_rules' in rules ? rules.association_rules[0]?.antecedents[0] : undefined;
  const { customers } = await client.reports.customers(reports.segments, { limit: 1 }).page();
  return { reports, audience, schedule, product: product ?? '', customer: customers[0]?.customer_id ?? '' };
}

const OTHER_CLOCKS = {
  'Mondays and Thursdays': 'cron(30 17 * * MON,THU)',
  'Twice a day': 'rate(12 hours)',
  'First Friday': 'cron(0 7 * * FRI#1)',
};
const AUDIENCE = 'Win back';
const createEffectReport = (audience_id: string) =>
  ({ template: 'audience_effect', params: { audience_id } }) as const;

async function createAudience(client: OrderAnalytics, dataset_id: string): Promise<string> {
  const conditions = [{ report: { template: 'standard_rfm' as const } }];
  const { audience_id } = await client.audiences.create({
    ...{ name: AUDIENCE, dataset_id, conditions, hold_out: 0.3 },
  });
  await client.audiences.refresh(audience_id);
  while ((await client.audiences.get(audience_id)).members === null) await setTimeout(200);
  return audience_id;
}

/** In a dataset of its own, because orders after the assignment are of tomorrow. */
async function measureCampaign(
  client: OrderAnalytics,
  request: (report: Parameters<OrderAnalytics['reports']['createAndWait']>[0]) => Promise<string>,
): Promise<string> {
  const dataset_id = 'campaign';
  const createOrder = (id: string, customer: string, later: number) => ({
    ...{ order_id: id, customer_id: customer, order_date: formatDay(Date.now() + later * DAY_MS) },
    line_items: [{ product_name: 'Tea', unit_price: 5, quantity: 1 }],
  });
  const push = (orders: ReturnType<typeof createOrder>[]) =>
    client.push(orders, { datasetId: dataset_id, wait: true });
  await push(Array.from({ length: 600 }, (_, at) => createOrder(`o${at}`, `c${at}`, -40 - (at % 50))));
  const audience = await createAudience(client, dataset_id);
  /** Every so many members order within six days. */
  const order = async (nth: number, held_out: boolean): Promise<void> => {
    const ids: string[] = [];
    for await (const { customer_id } of client.audiences.members(audience, { held_out }))
      ids.push(customer_id);
    const some = ids.filter((_, at) => at % nth === 0);
    await push(some.map((id, at) => createOrder(`${nth} ${at}`, id, 1 + (at % 6))));
  };
  await order(4, false);
  await order(10, true);
  const { params } = createEffectReport(audience);
  const since = formatDay(Date.now());
  return request({ template: 'audience_effect', name: AUDIENCE, params: { ...params, since }, dataset_id });
}

const formatDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

function moveToYesterday<T extends { readonly order_date?: string | null | undefined }>(
  orders: readonly T[],
): T[] {
  const last = Math.max(...orders.map(({ order_date }) => Date.parse(order_date ?? '')));
  const days = Math.floor((Date.now() - last) / DAY_MS);
  return orders.map((order) => ({
    ...order,
    order_date: new Date(Date.parse(order.order_date ?? '') + days * DAY_MS).toISOString(),
  }));
}
