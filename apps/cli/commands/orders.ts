// `orders`: shows what is stored of single orders, exports those of a dataset, and deletes single ones, through the
// public API.

import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Option } from 'commander';
import type {
  LineOfOrder,
  ListOrdersQuery,
  OrderExport,
  OrderSummary,
  StoredOrder,
} from '../../../packages/client/src/index.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../src/contract/resources/reports/exports.ts';
import { DEFAULT_DATASET } from '../../../src/contract/schema/dataset-fields.ts';
import { LIST_MAX } from '../../../src/contract/schema/limits.ts';
import { formatCount, formatWhole } from '../../../src/contract/sentences/wording.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { formatPlainTable, toPrintable } from '../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from './api-access.ts';
import { type Context, collectFirst, parseWholeNumber } from './context.ts';
import { findExportFormat, readChunks, save } from './reports/report-export.ts';

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

interface ExportFlags extends OrderFlags {
  readonly from?: string;
  readonly to?: string;
  readonly contact?: boolean;
  readonly byMonth?: boolean;
  readonly format?: ExportFormat;
  readonly output?: string;
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
    .command('export')
    .description('write the line items of a dataset to a file, or to several if they are many')
    .option(...DATASET_OPTION)
    .option('--from <date>', 'only orders dated then or later')
    .option('--to <date>', 'only orders dated before')
    .option('--contact', 'with the contact of each customer')
    .option(
      '--by-month',
      'a file for each month, in folders for DuckDB, Spark and Athena: --output names the folder',
    )
    .choice(
      '--format <format>',
      "format of the files; default that of the file's name, or csv",
      EXPORT_FORMATS,
    )
    .option(
      '--output <file>',
      'file to write, - for standard output; default orders-<dataset>.<format>; of several files, each gets its number before the ending',
    )
    .ofApi('orders export --from 2026-01-01 --output orders.parquet')
    .action((flags: ExportFlags) => exportOrders(context, flags));

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

/** Orders without a date are in the partition that Hive, DuckDB, Spark and Athena read as null. */
const NO_MONTH = '__HIVE_DEFAULT_PARTITION__';

async function saveByMonth(
  files: OrderExport['files'],
  format: ExportFormat,
  folder: string,
  download: (at: number, file: string) => Promise<void>,
): Promise<void> {
  for (const [at, { month }] of files.entries()) {
    const partition = join(folder, `month=${month ?? NO_MONTH}`);
    await mkdir(partition, { recursive: true });
    await download(at, join(partition, `${at + 1}.${format}`));
  }
}

/**
 * Writes the partitions beside the folder, and replaces those in it when all are there: a reader finds the files of one
 * export, never of two.
 */
async function replacePartitions(
  output: string,
  partitions: string,
  write: (fresh: string) => Promise<void>,
): Promise<void> {
  const target = join(output, partitions);
  await mkdir(dirname(target), { recursive: true });
  const fresh = await mkdtemp(`${resolve(output)}.fresh-`);
  try {
    await write(fresh);
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const WAIT_MS = 4 * 60 * 60_000;

async function exportOrders(context: Context, flags: ExportFlags): Promise<void> {
  const { dataset = DEFAULT_DATASET, from, to, contact = false, byMonth = false } = flags;
  const format = flags.format ?? (byMonth ? 'parquet' : findExportFormat(flags.output));
  const output = flags.output ?? (byMonth ? 'orders' : `orders-${dataset}.${format}`);
  const { client, call } = await createApiClient(context, flags);
  const { exports } = client.datasets;
  const { export_id } = await exports.create(
    dataset,
    { format, from, to, contact, ...(byMonth && { partition_by: 'month' }) },
    call,
  );
  const { files, ...ended } = await exports.wait(dataset, export_id, { ...call, timeoutMs: WAIT_MS });
  if (output === '-' && files.length > 1 && format !== 'ndjson')
    throw new OperationError(
      `the export has ${files.length} files, and only those of ndjson can follow each other: name a file with --output`,
    );
  const outputs = files.map((_, at) =>
    output === '-' || files.length === 1 ? output : output.replace(/(?=\.[^./]*$)|$/, `-${at + 1}`),
  );
  const download = async (at: number, file: string): Promise<void> =>
    save(readChunks(await exports.download(dataset, export_id, at, call)), file);
  if (byMonth) {
    const { account } = await client.usage(call);
    const partitions = join(`account=${account.account_id}`, `dataset=${dataset}`);
    await replacePartitions(output, partitions, (fresh) => saveByMonth(files, format, fresh, download));
  } else for (const [at, file] of outputs.entries()) await download(at, file);
  if (output === '-') return;
  if (context.isJson()) console.log(JSON.stringify({ ...ended, outputs: byMonth ? [output] : outputs }));
  else
    console.error(
      `Wrote ${formatCount(ended.rows ?? 0, 'row')} (${formatWhole(ended.bytes ?? 0)} bytes) to ${byMonth ? output : outputs.join(', ')}.`,
    );
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
