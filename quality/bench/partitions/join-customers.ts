// The last join of an RFM report of many customers: what its partitions find is written to files, and joined by a process
// of its own, whose memory is that of the join.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listInPieces } from '../../../src/core/customer-lists/build-list.ts';
import { LineColumns } from '../../../src/core/orders/line-columns.ts';
import type { PartColumns, WholeDataset } from '../../../src/core/partitions/part-columns.ts';
import type { ReportSettings } from '../../../src/core/settings/settings.ts';
import { rfm } from '../../../src/report-types/rfm/rfm.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { DAYS, FIRST_DAY } from '../measuring/made-up-orders.ts';

const CUSTOMERS_PER_PARTITION = 125_000;
const ORDERS_PER_CUSTOMER = 4;
const LINES_PER_ORDER = 2;
const DAY_MS = 86_400_000;
const PRODUCTS = 100_000;

export function joinCustomers(customers: number, settings: ReportSettings): void {
  const given = process.env.JOIN_DIRECTORY;
  if (given !== undefined) {
    joinFiles(given, settings);
    return;
  }
  const directory = mkdtempSync(join(tmpdir(), 'join-customers-'));
  try {
    const parts = Math.ceil(customers / CUSTOMERS_PER_PARTITION);
    const whole = wholeOf(parts);
    // The edges of the first partition: where they lie makes no difference to what the join holds.
    const first = rfm.partitioned.join(settings, whole, undefined);
    first.add(inPart(0, settings, whole).found);
    const end = first.end({});
    if (!('known' in end)) throw new Error('expected a pass for the figures');
    writeFileSync(join(directory, 'known'), end.known.bytes);
    for (let part = 0; part < parts; part++) {
      const { kept } = inPart(part, settings, whole);
      const of = { index: part, orders: refuse, kept, received: () => [] };
      const { found } = rfm.partitioned.inPart(of, settings, whole, end.known, {});
      writeFileSync(join(directory, `found-${part}`), found);
    }
    spawnSync(process.execPath, process.argv.slice(1), {
      stdio: 'inherit',
      env: { ...process.env, JOIN_DIRECTORY: directory },
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function refuse(): never {
  throw new Error('orders are not read twice');
}

function wholeOf(parts: number): WholeDataset {
  const orders = parts * CUSTOMERS_PER_PARTITION * ORDERS_PER_CUSTOMER;
  return { newestDate: FIRST_DAY + DAYS * DAY_MS, scale: 2, orders, lines: orders * LINES_PER_ORDER, parts };
}

/** The pass of the scores. */
function inPart(part: number, settings: ReportSettings, whole: WholeDataset) {
  const orders = () => ordersOf(part, whole);
  const of = { index: part, orders, kept: undefined, received: () => [] };
  return rfm.partitioned.inPart(of, settings, whole, undefined, {});
}

/** Columns as they are decoded, since the orders are not what is measured. Customers of all partitions alternate. */
function ordersOf(part: number, { newestDate, scale, parts }: WholeDataset): PartColumns {
  const random = randomFrom(1 + part);
  const orderCount = CUSTOMERS_PER_PARTITION * ORDERS_PER_CUSTOMER;
  const lineCount = orderCount * LINES_PER_ORDER;
  const below = (bound: number) => Math.floor(random() * bound);
  return {
    orderCount,
    lineCount,
    orderIds: [],
    orderCustomer: Int32Array.from({ length: orderCount }, () =>
      Math.floor(random() ** 2 * CUSTOMERS_PER_PARTITION),
    ),
    orderDate: Float64Array.from({ length: orderCount }, () => FIRST_DAY + below(DAYS) * DAY_MS),
    newestDate,
    lineStart: Uint32Array.from({ length: orderCount + 1 }, (_, order) => order * LINES_PER_ORDER),
    lines: new LineColumns(
      {
        products: Uint32Array.from({ length: lineCount }, () => Math.floor(random() ** 3 * PRODUCTS)),
        quantities: Int32Array.from({ length: lineCount }, () => (random() < 0.03 ? -1 : 1 + below(3))),
        priceIndexes: Uint32Array.from({ length: lineCount }, () => below(1_000)),
        prices: Float64Array.from({ length: 1_000 }, (_, price) => (99 + price * 100) / 100),
      },
      scale,
    ),
    // As long as UUIDs.
    customers: Array.from({ length: CUSTOMERS_PER_PARTITION }, (_, n) => `${part}-${n}`.padStart(36, '0')),
    customerPlace: Float64Array.from({ length: CUSTOMERS_PER_PARTITION }, (_, n) => n * parts + part),
    products: Array.from({ length: PRODUCTS }, (_, product) => `product ${product}`),
    productPlace: new Float64Array(PRODUCTS),
  };
}

function joinFiles(directory: string, settings: ReportSettings): void {
  const names = readdirSync(directory).filter((name) => name.startsWith('found-'));
  const whole = wholeOf(names.length);
  const began = performance.now();
  const joined = rfm.partitioned.join(settings, whole, {
    stage: 'figures',
    bytes: readFileSync(join(directory, 'known')),
  });
  let bytes = 0;
  for (let part = 0; part < names.length; part++) {
    const found = readFileSync(join(directory, `found-${part}`));
    bytes += found.length;
    joined.add(found);
  }
  const added = { s: secondsSince(began), mb: peakMb() };
  const end = joined.end({});
  if (!('analysis' in end)) throw new Error('expected the report');
  const { body, companion, customers } = end.analysis;
  const analysed = { s: secondsSince(began), mb: peakMb() };
  const members = companion && rfm.companion.pack(companion).length;
  let list = 0;
  for (const piece of customers === undefined ? [] : listInPieces(customers())) list += piece.length;
  reportCase('partitioned join', {
    customers: body.customer_count,
    partitions: names.length,
    has_predictions: body.prediction_model !== null,
    found_mb: Math.round(bytes / 1e6),
    added_s: added.s,
    added_peak_mb: added.mb,
    analysed_s: analysed.s,
    analysed_peak_mb: analysed.mb,
    members_mb: Math.round((members ?? 0) / 1e6),
    list_mb: Math.round(list / 1e6),
    all_s: secondsSince(began),
    all_peak_mb: peakMb(),
  });
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
}

function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1_024);
}
