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

export interface FilledShop {
  /** Reports by type; `earlier` is the second newest of baskets. */
  readonly reports: Readonly<Record<'rules' | 'earlier' | 'segments' | 'cohorts' | 'due' | 'effect', string>>;
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
  await request({ template: 'standard_rfm', ...(shop === 'tea' && { filters }) });
  const reports = {
    earlier,
    rules: await request({ template: 'standard_mba', params }),
    segments: await request({ template: 'standard_rfm' }),
    cohorts: await request({ template: 'cohort_retention' }),
    due: await request({ template: 'due_to_reorder' }),
    effect: await createEffect(client, request),
  };
  await client.schedules.create({
    ...{ name: 'Every Monday', expression: 'cron(0 6 * * MON)', report: { template: 'standard_rfm' } },
  });
  const rules = await client.reports.get(reports.rules);
  const product = 'association_rules' in rules ? rules.association_rules[0]?.antecedents[0] : undefined;
  const { customers } = await client.reports.customers(reports.segments, { limit: 1 }).page();
  return { reports, product: product ?? '', customer: customers[0]?.customer_id ?? '' };
}

async function createEffect(
  client: OrderAnalytics,
  request: (report: Parameters<OrderAnalytics['reports']['createAndWait']>[0]) => Promise<string>,
): Promise<string> {
  const conditions = [{ report: { template: 'standard_rfm' as const } }];
  const { audience_id } = await client.audiences.create({ name: 'Win back', conditions, hold_out: 0.3 });
  await client.audiences.refresh(audience_id);
  while ((await client.audiences.get(audience_id)).members === null) await setTimeout(200);
  return request({ template: 'audience_effect', params: { audience_id } });
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
