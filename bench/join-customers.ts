// The last join of an RFM report of many customers: what its partitions find is written to files, and joined by a process
// of its own, whose memory is that of the join.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeList } from '../src/core/customer-lists/list-file.ts';
import { OrderCutter } from '../src/core/partitions/cut-orders.ts';
import { packBlock } from '../src/core/partitions/part-block.ts';
import { type PartColumns, partColumns, type WholeDataset } from '../src/core/partitions/part-columns.ts';
import type { ReportSettings } from '../src/core/settings/settings.ts';
import { rfm } from '../src/report-types/rfm/rfm.ts';
import { reportCase } from './json-lines.ts';
import { DAYS, FIRST_DAY, madeUpOrders, SHARDS } from './made-up-orders.ts';

const CUSTOMERS_PER_PARTITION = 125_000;
const LINES_PER_CUSTOMER = 6;
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
    writeFileSync(join(directory, 'known'), end.known);
    for (let part = 0; part < parts; part++) {
      const { kept } = inPart(part, settings, whole);
      const { found } = rfm.partitioned.inPart({ orders: refuse, kept }, settings, whole, end.known, {});
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
  const lines = parts * CUSTOMERS_PER_PARTITION * LINES_PER_CUSTOMER;
  return { newestDate: FIRST_DAY + DAYS * 86_400_000, scale: 2, orders: lines, lines, parts };
}

/** The pass of the scores. */
function inPart(part: number, settings: ReportSettings, whole: WholeDataset) {
  const orders = () => ordersOf(part, whole);
  return rfm.partitioned.inPart({ orders, kept: undefined }, settings, whole, undefined, {});
}

function ordersOf(part: number, whole: WholeDataset): PartColumns {
  const made = {
    lines: CUSTOMERS_PER_PARTITION * LINES_PER_CUSTOMER,
    customers: CUSTOMERS_PER_PARTITION,
    products: PRODUCTS,
  };
  const blocks = Array.from({ length: SHARDS }, (_, shard) => {
    const cutter = new OrderCutter({
      productIdentifier: 'name',
      keep: () => true,
      parts: 1,
      by: 'customer',
      shard,
      from: part * 1e8,
    });
    // Ids as long as UUIDs.
    for (const { header, lines } of madeUpOrders(made, shard, (n) => `${part}-${n}`.padStart(36, '0')))
      cutter.add(header, lines);
    const [cut] = cutter.take();
    if (cut === undefined) throw new Error('expected one partition');
    return packBlock(cut);
  });
  return partColumns(blocks, whole);
}

function joinFiles(directory: string, settings: ReportSettings): void {
  const names = readdirSync(directory).filter((name) => name.startsWith('found-'));
  const whole = wholeOf(names.length);
  const began = performance.now();
  const joined = rfm.partitioned.join(settings, whole, readFileSync(join(directory, 'known')));
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
  const list = customers && encodeList(customers()).length;
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
    list_mb: Math.round((list ?? 0) / 1e6),
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
