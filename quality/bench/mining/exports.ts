// All rules of a file of orders: what it takes to store what they follow from, and to write them to a file from that. The
// two parts run in processes of their own, so that the memory of each is known.
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { constants, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { readOrders } from '../../../order-files/disk/read-orders.ts';
import { orderColumns } from '../../../order-files/orders/order-columns.ts';
import { buildBaskets } from '../../../src/core/baskets/baskets.ts';
import { allRules } from '../../../src/core/mining/rules/all-rules.ts';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import { decodeRuleSet } from '../../../src/core/mining/rules/rule-set-file.ts';
import type { Cell } from '../../../src/core/tables/table.ts';
import { csvTable, ndjsonTable } from '../../../src/core/tables/text-table.ts';
import { parquetTable } from '../../../src/exporting/parquet-table.ts';
import { RULE_COLUMNS, ruleCells } from '../../../src/report-types/market-basket/rule-table.ts';
import { reportCase } from '../measuring/json-lines.ts';

const WRITERS = { csv: csvTable, ndjson: ndjsonTable, parquet: parquetTable } as const;

export async function benchExports(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      'min-support': { type: 'string', default: '0.002' },
      'min-confidence': { type: 'string', default: '0.1' },
      formats: { type: 'string', default: 'csv,parquet' },
      part: { type: 'string' },
      file: { type: 'string' },
    },
  });
  const { data, part, file } = values;
  if (part === 'store' && data !== undefined && file !== undefined) {
    await store(data, Number(values['min-support']), Number(values['min-confidence']), file);
    return;
  }
  const format = formatOf(part);
  if (format !== undefined && file !== undefined) {
    await write(file, format);
    return;
  }
  if (data === undefined) throw new Error('exports: expected --data FILE');
  const folder = mkdtempSync(join(tmpdir(), 'bench-exports-'));
  try {
    const stored = join(folder, 'rules.bin.zst');
    for (const one of ['store', ...values.formats.split(',')]) {
      const command = [...process.execArgv, process.argv[1] ?? '', 'exports', ...args];
      const { status } = spawnSync(process.execPath, [...command, '--part', one, '--file', stored], {
        stdio: 'inherit',
      });
      if (status !== 0) throw new Error(`exports: ${one} ended with ${status}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function formatOf(part: string | undefined): keyof typeof WRITERS | undefined {
  return part === 'csv' || part === 'ndjson' || part === 'parquet' ? part : undefined;
}

async function store(data: string, minSupport: number, minConfidence: number, file: string): Promise<void> {
  const { orders } = await readOrders([data], { onBadRow: () => undefined });
  const columns = await orderColumns(orders, { productIdentifier: 'name', keep: () => true });
  const { baskets } = buildBaskets(columns, { customerScope: 'all', dateRange: undefined, scope: 'order' });
  const began = performance.now();
  const mined = mineRules(baskets, { minSupport, minConfidence, maxRules: 10_000 });
  const minedAt = performance.now();
  let bytes = 0;
  const copies = function* () {
    for (const piece of mined.ruleSetFile() ?? []) {
      bytes += piece.length;
      yield Buffer.from(piece);
    }
  };
  await pipeline(
    Readable.from(copies()),
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
    createWriteStream(file),
  );
  reportCase('exports: store', {
    min_support: minSupport,
    min_confidence: minConfidence,
    rules: mined.ruleCount,
    itemsets: mined.itemsetCount,
    mine_ms: Math.round(minedAt - began),
    store_ms: Math.round(performance.now() - minedAt),
    file_mb: Math.round(bytes / 1e6),
    stored_mb: Math.round(statSync(file).size / 1e6),
    peak_rss_mb: peakMb(),
    warnings: mined.warnings.length,
  });
}

async function write(file: string, format: keyof typeof WRITERS): Promise<void> {
  const began = performance.now();
  const set = await decodeRuleSet(createReadStream(file).compose(createZstdDecompress()));
  const readAt = performance.now();
  let rows = 0;
  const cells = function* (): Generator<readonly Cell[]> {
    for (const rule of allRules(set, [])) {
      rows++;
      yield ruleCells(rule);
    }
  };
  let bytes = 0;
  const counter = new Writable({
    write(piece: Uint8Array, _, done) {
      bytes += piece.length;
      done();
    },
  });
  const pieces = Readable.from(WRITERS[format]({ columns: RULE_COLUMNS, rows: cells() }));
  if (format === 'parquet') await pipeline(pieces, counter);
  else await pipeline(pieces, createGzip({ level: 3 }), counter);
  const seconds = (performance.now() - readAt) / 1_000;
  reportCase(`exports: write ${format}`, {
    rows,
    read_ms: Math.round(readAt - began),
    write_s: Number(seconds.toFixed(1)),
    rows_per_s: Math.round(rows / seconds),
    file_mb: Math.round(bytes / 1e6),
    peak_rss_mb: peakMb(),
  });
}

function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1_024);
}
