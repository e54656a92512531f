// node bin/run.mjs test/examples/spark/main.ts --python PATH (--data FILE | --lines N) [--min-support S]: runs
// examples/spark on the stored rows of order files, or on made-up orders, and compares each of its figures with the
// service's. PATH is a Python with pyspark. --answers FOLDER compares the output of a job that ran elsewhere on the rows
// that --orders FOLDER has written. Exits with 1 if a figure differs by more than one part in 10^9.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrderColumns } from '../../../apps/cli/commands/files/read-whole.ts';
import { readTable } from '../../../apps/cli/commands/reports/report-import.ts';
import { readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { toConstraints } from '../../../src/contract/report-types/market-basket/rule-params.ts';
import { getDefinition } from '../../../src/contract/report-types/report-types.ts';
import { createParquetWriter } from '../../../src/service/exports/parquet-table.ts';
import { createMadeUpOrders, REPORT_SETTINGS } from '../../../tools/bench/measuring/made-up-orders.ts';
import { analyseCohorts, analyseMarketBasket, analyseRfm } from '../../../tools/harness/analyse.ts';

type Row = Readonly<Record<string, unknown>>;

const JOB = join(import.meta.dirname, '../../../examples/spark');
const OPTIONS = { productIdentifier: 'name', keep: () => true } as const;
const ROWS_PER_FILE = 1_000_000;
const TOLERANCE = 1e-9;

async function readColumns(data: string | undefined, lines: number): Promise<OrderColumns> {
  if (data !== undefined) return buildOrderColumns((await readLocalOrders([data])).orders, OPTIONS);
  const builder = createColumnsBuilder(OPTIONS);
  for (const { header, lines: own } of createMadeUpOrders(lines)) builder.add(header, own);
  return builder.build();
}

/** Writes a row a line, in files of whole orders. */
function writeOrders(columns: OrderColumns, folder: string): void {
  mkdirSync(folder);
  const { lines, lineStart, products, customers } = columns;
  let file: number | undefined;
  let writer = createWriter();
  let held = 0;
  const save = (piece: Uint8Array | undefined): void => {
    if (piece !== undefined && file !== undefined) writeSync(file, piece);
  };
  for (let order = 0; order < columns.orderCount; order++) {
    if (file === undefined) {
      file = openSync(join(folder, `${order}.parquet`), 'w');
      writer = createWriter();
    }
    const date = columns.orderDate[order] ?? Number.NaN;
    const head = [
      columns.orderIds[order] ?? null,
      customers[columns.orderCustomer[order] ?? -1] ?? null,
      Number.isNaN(date) ? null : new Date(date).toISOString(),
    ];
    for (let line = lineStart[order] ?? 0; line < (lineStart[order + 1] ?? 0); line++, held++)
      save(
        writer.add([
          ...head,
          products[lines.getProduct(line)] ?? null,
          null,
          lines.getPrice(line),
          lines.getQuantity(line),
          lines.computeValue(line),
        ]),
      );
    if (held < ROWS_PER_FILE && order < columns.orderCount - 1) continue;
    save(writer.end());
    closeSync(file);
    [file, held] = [undefined, 0];
  }
}

function createWriter() {
  return createParquetWriter([
    ...['order_id', 'customer_id', 'order_date', 'product_name', 'product_sku'].map(
      (name) => ({ name, type: 'text' }) as const,
    ),
    { name: 'unit_price', type: 'number' },
    { name: 'quantity', type: 'integer' },
    { name: 'amount', type: 'number' },
  ]);
}

/** The rows of a table as the service computes them, each with its key. */
function* computeTables(
  columns: OrderColumns,
  { minSupport, minConfidence }: { readonly minSupport: number; readonly minConfidence: number },
): Generator<readonly [string, readonly string[], Row[]]> {
  const rfm = analyseRfm(columns, REPORT_SETTINGS);
  yield [
    'segments',
    ['segment'],
    rfm.body.segments.map((row) => ({ ...row, segment: row.name, customers: row.count })),
  ];
  const list = buildList(rfm.customers?.() ?? throwMissing());
  const listed = getDefinition('RFM').customers;
  const scores = { recency_score: 'r_score', frequency_score: 'f_score', monetary_score: 'm_score' };
  yield [
    'customers',
    ['customer_id'],
    Array.from({ length: list.head.members }, (_, at) => {
      const row = listed?.row(list, at) ?? {};
      return { ...row, ...Object.fromEntries(Object.entries(scores).map(([name, key]) => [name, row[key]])) };
    }),
  ];
  const cohorts = analyseCohorts(columns, { ...REPORT_SETTINGS, cohortBy: 'month' });
  yield [
    'cohorts',
    ['cohort', 'period'],
    cohorts.body.cohorts.flatMap(({ cohort, customers, periods }) =>
      periods.map((cell) => ({ cohort, customers, ...cell })),
    ),
  ];
  const mba = analyseMarketBasket(columns, {
    ...REPORT_SETTINGS,
    ...{
      scope: 'order',
      minSupport,
      minConfidence,
      rules: toConstraints(),
      serve: false,
      productProfiles: false,
    },
  });
  const { summary, association_rules: rules } = mba.body;
  if (!summary.sets_searched.complete || rules.length !== summary.association_rules_found)
    throw new Error('the service has more rules than a report holds: raise --min-support');
  yield [
    'rules',
    ['antecedents', 'consequents'],
    rules.map((rule) => ({ ...rule, ...rule.impact_analysis, ...rule.measures })),
  ];
}

function throwMissing(): never {
  throw new Error('the report lists no customers');
}

/** The largest relative difference of each column that both have. Throws if the rows are not the same. */
function compareRows(keys: readonly string[], expected: readonly Row[], found: readonly Row[]) {
  const getKey = (row: Row): string => JSON.stringify(keys.map((key) => [row[key]].flat().sort()));
  const byKey = new Map(found.map((row) => [getKey(row), row]));
  if (byKey.size !== expected.length || found.length !== expected.length)
    throw new Error(`${found.length} rows instead of ${expected.length}`);
  const worst: Record<string, number> = {};
  for (const row of expected) {
    const other = byKey.get(getKey(row));
    if (other === undefined) throw new Error(`no row ${getKey(row)}`);
    for (const [name, value] of Object.entries(other)) {
      if (keys.includes(name)) continue;
      const own = row[name];
      const difference =
        typeof own === 'number' && typeof value === 'number'
          ? Math.abs(own - value) / Math.max(Math.abs(own), Number.MIN_VALUE)
          : Number(own !== value);
      worst[name] = Math.max(worst[name] ?? 0, difference);
    }
  }
  return worst;
}

/** Spark in one process with two threads. Its serializer follows FP-growth's trees by recursion, as deep as a basket. */
const SUBMIT =
  '--master local[2] --driver-memory 8g --driver-java-options -Xss64m --conf spark.sql.shuffle.partitions=16 --conf spark.ui.enabled=false pyspark-shell';

function run(python: string, args: readonly string[]): number {
  const began = performance.now();
  const env = { PYSPARK_SUBMIT_ARGS: SUBMIT, ...process.env };
  const { status } = spawnSync(python, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) throw new Error(`the job exits with ${status}`);
  return (performance.now() - began) / 1_000;
}

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    data: { type: 'string' },
    lines: { type: 'string', default: '1000000' },
    'min-support': { type: 'string', default: '0.01' },
    orders: { type: 'string' },
    answers: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'order-analytics-spark-'));
try {
  const columns = await readColumns(values.data, Number(values.lines));
  const minSupport = Number(values['min-support']);
  const { orders = join(folder, 'orders'), answers = join(folder, 'answers') } = values;
  if (values.answers === undefined || values.orders !== undefined) writeOrders(columns, orders);
  if (values.answers === undefined) {
    const job = [join(JOB, 'questions.py'), '--orders', orders, '--output', answers];
    const seconds = run(values.python, [...job, '--min-support', String(minSupport)]);
    console.log(JSON.stringify({ lines: columns.lineCount, orders: columns.orderCount, seconds }));
  }
  for (const [name, keys, expected] of computeTables(columns, { minSupport, minConfidence: 0.1 })) {
    const worst = compareRows(keys, expected, await readTable(answers, name, Number.POSITIVE_INFINITY));
    const isEqual = Object.values(worst).every((difference) => difference <= TOLERANCE);
    console.log(JSON.stringify({ table: name, rows: expected.length, equal: isEqual, differences: worst }));
    if (!isEqual) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
