// A market basket report of partitions beside that of one function, in process and on the same made-up orders: CPU and memory, each in a
// process of its own: npm run -s bench -- partitioned-baskets [--lines 1000000,10000000] [--lines-per-partition 5000000]
// [--min-support 0.001] [--serve] [--profiles]: with what recommendations are computed from, with profiles of products.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { trieIn } from '../../../src/core/basket-parts/packed-itemsets.ts';
import { unpackColumns } from '../../../src/core/extract/packed-columns.ts';
import { frequentItemsets, type ItemsetFinder } from '../../../src/core/mining/search/frequent-itemsets.ts';
import { DEFAULT_BUDGET } from '../../../src/core/mining/search/search-budget.ts';
import {
  type ColumnsBuilderOptions,
  createColumnsBuilder,
} from '../../../src/core/orders/columns-builder.ts';
import { OrderCutter } from '../../../src/core/partitions/cut-orders.ts';
import {
  type PartColumns,
  partColumns,
  type WholeDataset,
} from '../../../src/core/partitions/part-columns.ts';
import {
  encodePartFile,
  partFileHeadBytes,
  readPart,
  readPartFile,
  wholeOf,
} from '../../../src/core/partitions/part-file.ts';
import type { Analysis } from '../../../src/report-types/analysis.ts';
import type { MarketBasketKind } from '../../../src/report-types/market-basket/definition.ts';
import { marketBasket } from '../../../src/report-types/market-basket/market-basket.ts';
import { partitionedMarketBasket } from '../../../src/report-types/market-basket/partitions/partitioned.ts';
import type { MbaSettings } from '../../../src/report-types/market-basket/settings.ts';
import { analyseInParts, type PartitionedAnalysis } from '../../../src/report-types/partitioned.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { type MadeUpOrder, madeUpOrders, REPORT_SETTINGS } from '../measuring/made-up-orders.ts';

const WAYS = ['single', 'gathered', 'passes'] as const;
type Way = (typeof WAYS)[number];
const OPTIONS: ColumnsBuilderOptions = { productIdentifier: 'name', keep: () => true };
const LINES_PER_FILE = 2_000_000;
const ORDERS_AT_ONCE = 1_000;

/** CPU time of each step, in milliseconds. */
type Steps = Map<string, number>;

export function benchPartitionedBaskets(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: 'string', default: '1000000,10000000' },
      'lines-per-partition': { type: 'string', default: '5000000' },
      'min-support': { type: 'string', default: '0.001' },
      way: { type: 'string' },
      serve: { type: 'boolean', default: false },
      profiles: { type: 'boolean', default: false },
    },
  });
  const alone = WAYS.find((way) => way === values.way);
  for (const lines of values.lines.split(',')) {
    for (const way of WAYS) {
      if (alone === undefined) runAlone(way, lines, args);
      else if (way === alone) {
        const { 'min-support': minSupport, serve, profiles } = values;
        runWay(way, Number(lines), Number(values['lines-per-partition']), {
          minSupport: Number(minSupport),
          serve,
          productProfiles: profiles,
        });
      }
    }
  }
}

function runAlone(way: Way, lines: string, args: readonly string[]): void {
  const main = join(import.meta.dirname, '../main.ts');
  spawnSync(process.execPath, [main, 'partitioned-baskets', ...args, '--way', way, '--lines', lines], {
    stdio: 'inherit',
  });
}

function runWay(
  way: Way,
  lines: number,
  linesPerPartition: number,
  asked: Pick<MbaSettings, 'minSupport' | 'serve' | 'productProfiles'>,
): void {
  const settings: MbaSettings = {
    ...marketBasket.settings(REPORT_SETTINGS, {}),
    ...asked,
  };
  const steps: Steps = new Map();
  const parts = Math.ceil(lines / linesPerPartition);
  const found =
    way === 'single' ? inOne(lines, settings, steps) : inParts(way, lines, parts, settings, steps);
  const { evidence } = found;
  const served = measured(steps, 'evidence', () => evidence && [...evidence.products()]);
  const file = measured(steps, 'profiles', () => {
    const pieces = found.profileFile?.();
    return pieces && Buffer.concat([...pieces]);
  });
  const cpu = [...steps.values()].reduce((sum, ms) => sum + ms, 0);
  reportCase('partitioned-baskets', {
    way,
    lines,
    partitions: way === 'single' ? 1 : parts,
    rules: found.body.summary.association_rules_found,
    /** Without making up the orders. */
    cpu_ms: Math.round(cpu),
    steps_ms: Object.fromEntries(Array.from(steps, ([step, ms]) => [step, Math.round(ms)])),
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
    body: digest(found.body),
    ...(file && {
      profile_bytes: file.length,
      profiles: createHash('sha256').update(file).digest('hex').slice(0, 16),
    }),
    ...(served && { products: served.length, evidence: digest([served, evidence?.summary()]) }),
  });
}

function digest(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

function inOne(lines: number, settings: MbaSettings, steps: Steps): Analysis<MarketBasketKind> {
  const builder = createColumnsBuilder(OPTIONS);
  for (const orders of batches(lines)) {
    measured(steps, 'read', () => {
      for (const order of orders) if (builder.takes(order.header)) builder.add(order.header, order.lines);
    });
  }
  const columns = measured(steps, 'read', () => builder.build());
  const findItemsets: ItemsetFinder = (...asked) => {
    const found = frequentItemsets(...asked);
    reportCase('itemsets', { found: found.trie.size - 1 });
    return found;
  };
  return measured(steps, 'analyse', () => marketBasket.analyse(columns, settings, { findItemsets }));
}

function inParts(
  way: Way,
  lines: number,
  parts: number,
  settings: MbaSettings,
  steps: Steps,
): Analysis<MarketBasketKind> {
  const gathered = way === 'gathered' ? Number.POSITIVE_INFINITY : 0;
  const budget = { ...DEFAULT_BUDGET, maxCandidates: 2 * DEFAULT_BUDGET.maxItemsets };
  const partitioned = partitionedMarketBasket({ gathered, budget });
  const by = partitioned.partitionBy(settings);
  const cutter = new OrderCutter({ ...OPTIONS, parts, by, shard: 0 });
  const files: Uint8Array[] = [];
  const write = () => files.push(encodePartFile(cutter.take()));
  for (const orders of batches(lines)) {
    measured(steps, 'cut', () => {
      for (const order of orders) if (cutter.takes(order.header)) cutter.add(order.header, order.lines);
    });
    if (cutter.lines >= LINES_PER_FILE) measured(steps, 'encode', write);
  }
  measured(steps, 'encode', write);
  const { whole, blocks } = readFiles(files, parts);
  const orders = blocks.map(
    (of) => (): PartColumns => measured(steps, 'decode', () => partColumns(of, whole)),
  );
  return analyseInParts(withTimes(partitioned, steps), orders, settings, whole);
}

function* batches(lines: number): Generator<readonly MadeUpOrder[]> {
  let batch: MadeUpOrder[] = [];
  for (const order of madeUpOrders(lines)) {
    if (batch.push(order) < ORDERS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function readFiles(
  files: readonly Uint8Array[],
  parts: number,
): { readonly whole: WholeDataset; readonly blocks: Uint8Array[][] } {
  const read = files.map((file) => readPartFile(file.subarray(0, partFileHeadBytes(file.subarray(0, 16)))));
  const heads = read.map(({ head }) => head);
  const blocks = Array.from({ length: parts }, (_, part) =>
    read.flatMap(({ sections }, at) => {
      const place = sections[part];
      const file = files[at];
      if (place === undefined || file === undefined) return [];
      return [readPart(file.slice(place.at, place.at + place.bytes), place, part)];
    }),
  );
  return { whole: wholeOf(heads, parts), blocks };
}

/** With the CPU time of every pass, its decoding left out, and the bytes that travel. */
function withTimes(
  { partitionBy, inPart, join: joinOf }: PartitionedAnalysis<MarketBasketKind>,
  steps: Steps,
): PartitionedAnalysis<MarketBasketKind> {
  let pass = 0;
  return {
    partitionBy,
    inPart: (...given) => {
      const decoded = steps.get('decode') ?? 0;
      const name = `pass ${pass}`;
      const result = measured(steps, name, () => inPart(...given));
      steps.set(name, (steps.get(name) ?? 0) - ((steps.get('decode') ?? 0) - decoded));
      const { sent } = result;
      const blocks = sent && measured(steps, `${name}, pairs`, () => [...sent]);
      reportCase('pass', {
        pass,
        found: result.found.length,
        kept: result.kept?.length ?? 0,
        sent: blocks?.reduce((sum, { length }) => sum + length, 0),
      });
      return { ...result, sent: blocks };
    },
    join(...given) {
      pass++;
      const name = `join ${pass}`;
      const joined = measured(steps, name, () => joinOf(...given));
      return {
        add: (found) => measured(steps, name, () => joined.add(found)),
        end(deps) {
          const ended = measured(steps, name, () => joined.end(deps));
          if ('known' in ended) {
            const candidates = trieIn(unpackColumns(ended.known.bytes), 'candidates');
            reportCase('known', {
              pass,
              bytes: ended.known.bytes.length,
              candidates: candidates && candidates.size - 1,
            });
          }
          return ended;
        },
      };
    },
  };
}

/** CPU time of all threads, that of the collector included. */
function measured<T>(steps: Steps, name: string, run: () => T): T {
  const began = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(began);
  steps.set(name, (steps.get(name) ?? 0) + (user + system) / 1_000);
  return result;
}
