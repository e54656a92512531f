// Reads all orders of files into memory, for analyses on this machine.

import { CustomerFacts } from '../../../../src/analysis/identity/customer-facts.ts';
import { linkPersons, type Persons } from '../../../../src/analysis/identity/link-persons.ts';
import { renameCustomers } from '../../../../src/analysis/identity/rename-customers.ts';
import { getShard } from '../../../../src/analysis/ingest/hash.ts';
import { toLineIdentity } from '../../../../src/analysis/ingest/line-key.ts';
import type { OrderColumns } from '../../../../src/analysis/orders/columns.ts';
import {
  type ColumnsBuilderOptions,
  createColumnsBuilder,
} from '../../../../src/analysis/orders/columns-builder.ts';
import type { AskedColumns } from '../../../../src/analysis/report-types/columns-asked.ts';
import { parseOrderDate } from '../../../../src/contract/resources/orders/order-date.ts';
import type { OrderHeader, OrderLine } from '../../../../src/contract/resources/orders/row.ts';
import {
  acceptLine,
  type SubmittedLine,
  type SubmittedOrder,
} from '../../../../src/contract/resources/orders/submitted-order.ts';
import type { IdentityRules, MergeList } from '../../../../src/contract/schema/identity.ts';
import { formatCount } from '../../../../src/contract/sentences/wording.ts';
import { runInterruptibly } from '../../failure.ts';
import { showReading } from './file-progress.ts';
import { type FileReading, openOrderFiles } from './open-order-files.ts';
import type { OrderFileFlags } from './order-file-options.ts';

type FileColumns = ColumnsBuilderOptions &
  Pick<AskedColumns, 'identity'> & { readonly merges?: MergeList | undefined };

/** Reads all orders with a progress bar; Ctrl-C stops it. */
export async function readWhole(files: readonly string[], flags: OrderFileFlags, options: FileColumns) {
  let opened: FileReading | undefined;
  const describePosition = (): string =>
    `after ${formatCount(opened?.reading.progress().rows ?? 0, 'row')} were read: nothing was written; run again to start from the beginning`;
  return runInterruptibly(describePosition, async (signal) => {
    opened = await openOrderFiles(files, flags, 'analysed', { signal });
    const { reading, reconcile, ratesSource } = opened;
    const stop = showReading(reading, TICK_MS);
    try {
      return { reading, ...(await buildOrders(reading.orders, options)), ratesSource, reconcile };
    } finally {
      stop();
    }
  });
}

/** Version of a merge list that is read from a file. */
const FILE_VERSION = 'file';
/** Small files are read before the first tick. */
const TICK_MS = 1_000;

// Builds orders of files in columns, as the store holds them, for an analysis without a cloud. All orders are in memory
// at once.

/** Orders are in the store's canonical order, so that a report on them equals the service's to the last digit. */
export async function buildOrderColumns(
  orders: AsyncIterable<SubmittedOrder>,
  options: ColumnsBuilderOptions,
): Promise<OrderColumns> {
  return (await buildOrders(orders, options)).columns;
}

/** With identity rules, each person is a customer, and `persons` states what the rules joined. */
async function buildOrders(
  orders: AsyncIterable<SubmittedOrder>,
  { identity, merges, ...options }: FileColumns,
): Promise<{ readonly columns: OrderColumns; readonly persons?: Persons }> {
  const all: SubmittedOrder[] = [];
  for await (const order of orders) all.push(order);
  all.sort(
    (a, b) =>
      getShard(a.order_id) - getShard(b.order_id) ||
      Buffer.compare(Buffer.from(a.order_id), Buffer.from(b.order_id)),
  );
  const builder = createColumnsBuilder(options);
  const facts = identity && new CustomerFacts(identity);
  for (const order of all) {
    const header = toHeader(order);
    if (!builder.takes(header) && facts === undefined) continue;
    const lines = toStoredLines(order.line_items);
    if (builder.takes(header)) builder.add(header, lines);
    facts?.add(header, lines);
  }
  if (identity === undefined || facts === undefined) return { columns: builder.build() };
  const persons = linkPersons(facts.pack(), identity, merges && { ...merges, version: FILE_VERSION });
  return { columns: renameCustomers(builder.build(), persons.idOf), persons };
}

/** What identity rules join among the orders, which are not held. */
export async function findPersons(
  orders: AsyncIterable<SubmittedOrder>,
  { identity, merges }: { readonly identity: IdentityRules; readonly merges: MergeList | undefined },
): Promise<Persons> {
  const facts = new CustomerFacts(identity);
  for await (const order of orders) facts.add(toHeader(order), toStoredLines(order.line_items));
  return linkPersons(facts.pack(), identity, merges && { ...merges, version: FILE_VERSION });
}

function toHeader({ order_id, customer_id, contact, order_date }: SubmittedOrder): OrderHeader {
  const orderDate = order_date === undefined ? undefined : parseOrderDate(order_date);
  return { orderId: order_id, customerId: customer_id, contact, orderDate };
}

/** Keeps the last line of each product, sorted by key as stored lines are. */
function toStoredLines(lines: readonly SubmittedLine[]): OrderLine[] {
  const byKey = new Map(lines.map((line) => [toLineIdentity(line.product_name, line.product_sku), line]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => acceptLine(line));
}
