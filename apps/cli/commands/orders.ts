// `orders`: shows what is stored of single orders, and deletes them, through the public API.

import { Option } from 'commander';
import type {
  LineOfOrder,
  ListOrdersQuery,
  OrderSummary,
  StoredOrder,
} from '../../../packages/client/src/index.ts';
import { LIST_MAX } from '../../../src/contract/schema/limits.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { formatPlainTable, toPrintable } from '../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from './api-access.ts';
import { type Context, collectFirst, parseWholeNumber } from './context.ts';

interface OrderFlags extends ApiFlags {
  readonly dataset?: string;
}

interface DeleteFlags extends OrderFlags {
  readonly product?: string;
  readonly sku?: string;
}

interface ListFlags extends OrderFlags {
  readonly customer?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

const DATASET_OPTION = ['--dataset <slug>', 'the dataset of the order; default default'] as const;

export function addOrderCommands(context: Context): void {
  const { program, print } = context;
  const orders = program.command('orders').description('stored orders');

  orders
    .command('list')
    .description('list the orders of a customer, newest first, or those of a dataset or range of dates')
    .option('--customer <id>', 'only orders of this customer')
    .option('--from <date>', 'only orders dated then or later')
    .option('--to <date>', 'only orders dated before')
    .option('--limit <n>', 'maximum number of orders', parseWholeNumber, 20)
    .option(...DATASET_OPTION)
    .ofApi('orders list --customer 17850')
    .action(async (flags: ListFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const query: ListOrdersQuery = {
        dataset_id: flags.dataset,
        customer_id: flags.customer,
        from: flags.from,
        to: flags.to,
        limit: Math.max(1, Math.min(flags.limit, LIST_MAX)),
      };
      const found = await collectFirst(client.orders.list(query, call), flags.limit);
      print(found, formatOrderTable(found));
    });

  orders
    .command('show <order-id>')
    .description('show an order with its line items, and the import that wrote each')
    .option(...DATASET_OPTION)
    .ofApi('orders show 536365')
    .action(async (orderId: string, flags: OrderFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const order = await client.orders.get(orderId, { datasetId: flags.dataset, ...call });
      print(order, formatOrder(order));
    });

  orders
    .command('delete <order-id>')
    .description('delete an order or a line item of it, and wait until it is deleted; safe to repeat')
    .option('--product <name>', 'only the line item of this name')
    .addOption(
      new Option('--sku <sku>', 'only the line item of this SKU, if it has no name').conflicts('product'),
    )
    .option(...DATASET_OPTION)
    .ofApi('orders delete 536365')
    .action(async (orderId: string, flags: DeleteFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const { dataset: datasetId, product, sku } = flags;
      const options = { datasetId, ...call };
      const line = toLineOfOrder(product, sku);
      const { import_id } = await (line === undefined
        ? client.orders.delete(orderId, options)
        : client.orders.deleteLine(orderId, line, options));
      const job = await client.imports.wait(import_id, call);
      if (job.status === 'failed')
        throw new OperationError(`order ${orderId} was not deleted: ${job.fail_reason ?? job.status}`);
      const what = line === undefined ? '' : `${toPrintable(product ?? sku ?? '')} of `;
      print(job, `${what === '' ? 'Order' : `${what}order`} ${toPrintable(orderId)} is deleted.`);
    });
}

/** Undefined for the whole order. */
function toLineOfOrder(
  productName: string | undefined,
  productSku: string | undefined,
): LineOfOrder | undefined {
  if (productName !== undefined) return { productName };
  return productSku === undefined ? undefined : { productSku };
}

function formatOrderTable(orders: readonly OrderSummary[]): string {
  const rows = orders.map(({ order_id, customer_id, order_date, line_count, revenue, line_items }) => {
    const [first] = line_items;
    const rest = (line_count ?? 0) > 1 ? ` and ${(line_count ?? 0) - 1} more` : '';
    return [
      order_id,
      customer_id,
      order_date,
      line_count ?? 'many',
      revenue,
      first === undefined ? '' : `${first.product_name ?? first.product_sku}${rest}`,
    ];
  });
  const head = ['order', 'customer', 'date', 'line items', 'revenue', 'products'];
  return formatPlainTable(head, rows, 'No orders match.');
}

function formatOrder({ order_id, customer_id, order_date, written_by, line_items }: StoredOrder): string {
  const rows = line_items.map((line) => [
    ...[line.product_name, line.product_sku],
    ...[line.unit_price, line.quantity, line.written_by],
  ]);
  const describeValue = (value: string | null, by: string | null) =>
    value === null ? 'not known' : `${value}${by === null ? '' : ` (written by ${by})`}`;
  return [
    toPrintable(`Order ${order_id}`),
    toPrintable(`Customer: ${describeValue(customer_id, written_by.customer_id)}`),
    toPrintable(`Date: ${describeValue(order_date, written_by.order_date)}`),
    formatPlainTable(['product', 'SKU', 'unit price', 'quantity', 'written by'], rows),
  ].join('\n');
}
