// orders: what is stored of single orders, and their end, through the public API.
import Table from 'cli-table3';
import { Option } from 'commander';
import type { LineOfOrder, ListOrdersQuery, OrderSummary, StoredOrder } from '../../client/src/index.ts';
import { jsonLine } from '../../src/core/tables/harmless-text.ts';
import { OperationError } from '../../src/operations/operation-error.ts';
import { LIST_MAX } from '../../src/schema/limits.ts';
import { printable } from '../report-pages/terminal-text.ts';
import { type ApiFlags, apiClient, KEY_OPTION, URL_OPTION } from './api-access.ts';
import { type Context, wholeNumber } from './context.ts';

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

const IMPATIENT = { attempts: 3 };
const PLAIN = { head: [], border: [] };
const DATASET_OPTION = ['--dataset <slug>', 'the dataset of the order; default default'] as const;

export function addOrderCommands(context: Context): void {
  const { program, print } = context;
  const orders = program.command('orders').description('orders as they are stored');

  orders
    .command('list')
    .description('list the orders of a customer, newest first, or those of a dataset or range of dates')
    .option('--customer <id>', 'only orders of this customer')
    .option('--from <date>', 'only orders dated then or later')
    .option('--to <date>', 'only orders dated before')
    .option('--limit <n>', 'maximum number of orders', wholeNumber, 20)
    .option(...DATASET_OPTION)
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- orders list --customer 17850')
    .action(async (flags: ListFlags) => {
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const query: ListOrdersQuery = {
        dataset_id: flags.dataset,
        customer_id: flags.customer,
        from: flags.from,
        to: flags.to,
        limit: Math.max(1, Math.min(flags.limit, LIST_MAX)),
      };
      const found: OrderSummary[] = [];
      for await (const order of client.orders.list(query, call)) {
        if (found.length >= flags.limit) break;
        found.push(order);
      }
      if (context.isJson()) console.log(jsonLine(found));
      else console.log(found.length === 0 ? 'No orders match.' : tableOf(found));
    });

  orders
    .command('show')
    .description('show an order with its line items, and the import that wrote each')
    .argument('<order-id>')
    .option(...DATASET_OPTION)
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- orders show 536365')
    .action(async (orderId: string, flags: OrderFlags) => {
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const order = await client.orders.get(orderId, { datasetId: flags.dataset, ...call });
      print(order, textOf(order));
    });

  orders
    .command('delete')
    .description('delete an order or a line item of it, and wait until it is deleted; safe to repeat')
    .argument('<order-id>')
    .option('--product <name>', 'only the line item of this name')
    .addOption(
      new Option('--sku <sku>', 'only the line item of this SKU, of those without a name').conflicts(
        'product',
      ),
    )
    .option(...DATASET_OPTION)
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- orders delete 536365')
    .action(async (orderId: string, flags: DeleteFlags) => {
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const { dataset: datasetId, product, sku } = flags;
      const options = { datasetId, ...call };
      const line = lineOf(product, sku);
      const { import_id } = await (line === undefined
        ? client.orders.delete(orderId, options)
        : client.orders.deleteLine(orderId, line, options));
      const job = await client.imports.wait(import_id, call);
      if (job.status === 'failed')
        throw new OperationError(`order ${orderId} was not deleted: ${job.fail_reason ?? job.status}`);
      const what = line === undefined ? '' : `${printable(product ?? sku ?? '')} of `;
      print(job, `${what === '' ? 'Order' : `${what}order`} ${printable(orderId)} is deleted.`);
    });
}

/** Undefined for the whole order. */
function lineOf(productName: string | undefined, productSku: string | undefined): LineOfOrder | undefined {
  if (productName !== undefined) return { productName };
  return productSku === undefined ? undefined : { productSku };
}

function tableOf(orders: readonly OrderSummary[]): string {
  const table = new Table({
    head: ['order', 'customer', 'date', 'line items', 'revenue', 'products'],
    style: PLAIN,
  });
  for (const { order_id, customer_id, order_date, line_count, revenue, line_items } of orders) {
    const [first] = line_items;
    const rest = (line_count ?? 0) > 1 ? ` and ${(line_count ?? 0) - 1} more` : '';
    table.push(
      [
        order_id,
        customer_id ?? '',
        order_date ?? '',
        String(line_count ?? 'many'),
        String(revenue ?? ''),
        first === undefined ? '' : `${first.product_name ?? first.product_sku}${rest}`,
      ].map(printable),
    );
  }
  return table.toString();
}

function textOf({ order_id, customer_id, order_date, written_by, line_items }: StoredOrder): string {
  const table = new Table({
    head: ['product', 'SKU', 'unit price', 'quantity', 'written by'],
    style: PLAIN,
  });
  for (const { product_name, product_sku, unit_price, quantity, written_by } of line_items) {
    table.push(
      [product_name ?? '', product_sku ?? '', String(unit_price), String(quantity), written_by ?? ''].map(
        printable,
      ),
    );
  }
  const stated = (value: string | null, by: string | null) =>
    value === null ? 'not known' : `${value}${by === null ? '' : ` (written by ${by})`}`;
  return [
    printable(`Order ${order_id}`),
    printable(`Customer: ${stated(customer_id, written_by.customer_id)}`),
    printable(`Date: ${stated(order_date, written_by.order_date)}`),
    table.toString(),
  ].join('\n');
}
