// node bin/run.mjs test/examples/spark/main.ts --python PATH (--data FILE | --lines N) [--min-support S]: writes the
// stored rows of order files, or of made-up orders, as an export by month, runs examples/spark on the files, and compares
// each of its figures with the service's; pandas adds up the same files. PATH is a Python with pyspark, pandas and
// pyarrow. --answers FOLDER compares the output of a job that ran elsewhere on the rows that --orders FOLDER has written.
// Exits with 1 if a figure differs by more than one part in 10^9.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrderColumns } from '../../../apps/cli/commands/files/read-whole.ts';
import { readTable } from '../../../apps/cli/commands/reports/report-import.ts';
import { readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { formatDecimal, parseUnits } from '../../../src/analysis/money/decimal-text.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { listOrderColumns } from '../../../src/analysis/tables/order-lines.ts';
import type { TableWriter } from '../../../src/analysis/tables/table.ts';
import { toConstraints } from '../../../src/contract/report-types/market-basket/rule-params.ts';
import { getDefinition } from '../../../src/contract/report-types/report-types.ts';
import { toMonth } from '../../../src/service/exports/orders/order-file.ts';
import { createParquetWriter } from '../../../src/service/exports/parquet-table.ts';
import { createMadeUpOrders, REPORT_SETTINGS } from '../../../tools/bench/measuring/made-up-orders.ts';
import { analyseCohorts, analyseMarketBasket, analyseRfm } from '../../../tools/harness/analyse.ts';

type Row = Readonly<Record<string, unknown>>;

const JOB = join(import.meta.dirname, '../../../examples/spark');
const OPTIONS = { productIdentifier: 'name', keep: () => true } as const;
/** Decimals of the column of amounts. */
const AMOUNT_SCALE = 8;
const TOLERANCE = 1e-9;

async function readColumns(data: string | undefined, lines: number): Promise<OrderColumns> {
  if (data !== undefined) return buildOrderColumns((await readLocalOrders([data])).orders, OPTIONS);
  const builder = createColumnsBuilder(OPTIONS);
  for (const { header, lines: own } of createMadeUpOrders(lines)) builder.add(header, own);
  return builder.build();
}

/**
 * Writes the columns of an export of orders, a file a month in folders as `orders export --by-month` names them.
 * Returns what a reader finds: rows, months, and the sum of amounts to the last digit.
 */
function writeOrders(columns: OrderColumns, folder: string): readonly string[] {
  const { lines, lineStart, products, customers } = columns;
  const months = new Map<string, { readonly file: number; readonly writer: TableWriter }>();
  const openMonth = (month: string) => {
    const path = join(folder, 'account=acc', 'dataset=shop', `month=${month}`);
    mkdirSync(path, { recursive: true });
    const opened = {
      file: openSync(join(path, '1.parquet'), 'w'),
      writer: createParquetWriter(listOrderColumns(false)),
    };
    months.set(month, opened);
    return opened;
  };
  let total = 0n;
  for (let order = 0; order < columns.orderCount; order++) {
    const time = columns.orderDate[order] ?? Number.NaN;
    const date = Number.isNaN(time) ? null : time;
    const month = toMonth(date) ?? '__HIVE_DEFAULT_PARTITION__';
    const { file, writer } = months.get(month) ?? openMonth(month);
    const head = [
      columns.orderIds[order] ?? null,
      customers[columns.orderCustomer[order] ?? -1] ?? null,
      date,
    ];
    for (let line = lineStart[order] ?? 0; line < (lineStart[order + 1] ?? 0); line++) {
      const amount = formatDecimal(lines.computeValue(line));
      total += parseUnits(amount, AMOUNT_SCALE);
      const product = products[lines.getProduct(line)] ?? null;
      const price = formatDecimal(lines.getPrice(line));
      const piece = writer.add([...head, product, null, price, lines.getQuantity(line), amount, null, null]);
      if (piece !== undefined) writeSync(file, piece);
    }
  }
  for (const { file, writer } of months.values()) {
    writeSync(file, writer.end());
    closeSync(file);
  }
  return [String(columns.lineCount), String(months.size), String(total)];
}

/** pandas, with the types of Arrow: doubles would round the sum. */
const READ_BY_PANDAS = `import sys, pandas
rows = pandas.read_parquet(sys.argv[1], dtype_backend="pyarrow")
print(len(rows), rows["month"].nunique(dropna=False), int(rows["amount"].sum() * 10**${AMOUNT_SCALE}))`;

function checkPandas(python: string, folder: string, expected: readonly string[]): void {
  const { status, stdout } = spawnSync(python, ['-c', READ_BY_PANDAS, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`pandas exits with ${status}`);
  const found = stdout.trim();
  const isEqual = found === expected.join(' ');
  console.log(JSON.stringify({ reader: 'pandas', rows_months_units: found, equal: isEqual }));
  if (!isEqual) process.exitCode = 1;
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
  const written =
    values.answers === undefined || values.orders !== undefined ? writeOrders(columns, orders) : undefined;
  if (values.answers === undefined && written !== undefined) {
    checkPandas(values.python, orders, written);
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
