// Reads a made-up dataset as ComputeReport does, with and without a date range, in one process per case, so that the
// memory is that of the case alone: npm run -s bench -- reading [--lines 2000000 --days 36]. The year is 2025.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dateOfDay, dayOfDate } from '../../../src/core/orders/calendar.ts';
import type { DateRange } from '../../../src/core/settings/settings.ts';
import { createDatasetReader } from '../../../src/stores/datasets/dataset-reader.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';

const SHARDS = 16;
const DAY_MS = 86_400_000;
const PRODUCTS = 20_000;
const CUSTOMERS = 100_000;
const LINES_PER_ORDER = 9;
const ORDERS_PER_PAGE = 1_500;
const TABLES = { orders: 'Orders', service: 'Service' };

export async function benchReading(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: 'string', default: '2000000' },
      days: { type: 'string', default: '36' },
      alone: { type: 'boolean', default: false },
    },
  });
  if (values.alone) return await runCase(Number(values.lines), Number(values.days));
  for (const days of ['365', values.days]) {
    const main = join(import.meta.dirname, '../main.ts');
    const options = ['reading', '--alone', '--lines', values.lines, '--days', days];
    spawnSync(process.execPath, ['--expose-gc', main, ...options], { stdio: 'inherit' });
  }
}

/** `days`: the last ones of the year; 365 is no range at all. */
async function runCase(lines: number, days: number): Promise<void> {
  const range: DateRange | undefined =
    days >= 365 ? undefined : { start: dateOfDay(dayOfDate('2026-01-01') - days), end: '2025-12-31' };
  const before = used();
  let most = 0;
  const client = dynamoDb(lines, () => {
    most = Math.max(most, used() - before);
  });
  const began = performance.now();
  const columns = await createDatasetReader(DynamoDBDocumentClient.from(client), TABLES).read(
    { accountId: 'acct', datasetId: 'all' },
    { productIdentifier: 'name', keep: () => true, ...(range && { range }) },
  );
  const ended = performance.now();
  globalThis.gc?.();
  reportCase('reading', {
    lines,
    days: Math.min(days, 365),
    lines_kept: columns.lineCount,
    /** Includes generating the pages. */
    read_ms: Math.round(ended - began),
    /** Heap and buffers after the reading, garbage collected. */
    held_mb: mb(used() - before),
    /** The same at its most, garbage included. */
    peak_mb: mb(most),
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  });
}

const query = v.looseObject({
  ExpressionAttributeValues: v.object({ ':pk': v.object({ S: v.string() }) }),
  ExclusiveStartKey: v.optional(v.object({ sk: v.object({ S: v.string() }) })),
});

/** Answers queries as the SDK would hand them on: orders with widths, customers and days of a seed per page. */
function dynamoDb(lines: number, onPage: () => void): DynamoDBClient {
  const perShard = Math.ceil(lines / LINES_PER_ORDER / SHARDS);
  const pages = Math.ceil(perShard / ORDERS_PER_PAGE);
  const answer = (body: string) => {
    const asked: object = JSON.parse(body);
    // How the dataset is spread: as all are.
    if (!('ExpressionAttributeValues' in asked)) return {};
    const { ExpressionAttributeValues, ExclusiveStartKey } = v.parse(query, asked);
    const shard = Number(ExpressionAttributeValues[':pk'].S.split('#').at(-1));
    const [, before] = /-(\d+)#/.exec(ExclusiveStartKey?.sk.S ?? '') ?? [];
    const page = before === undefined ? 0 : (Number(before) + 1) / ORDERS_PER_PAGE;
    const random = randomFrom(1 + shard * pages + page);
    const first = page * ORDERS_PER_PAGE;
    const Items = Array.from({ length: Math.min(ORDERS_PER_PAGE, perShard - first) }, (_, at) => ({
      sk: { S: `${shard}-${String(first + at).padStart(9, '0')}#0` },
      lines: { S: JSON.stringify(Array.from({ length: widthOf(random) }, () => lineOf(random))) },
      customer_id: { S: `customer-${Math.floor(random() * CUSTOMERS)}` },
      order_date: { N: String(Date.UTC(2025, 0, 1) + Math.floor(random() * 365 * DAY_MS)) },
    }));
    return { Items, ...(page + 1 < pages && { LastEvaluatedKey: { sk: Items.at(-1)?.sk } }) };
  };
  return new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    requestHandler: {
      async handle({ body }: { body: Uint8Array }) {
        onPage();
        return {
          response: {
            statusCode: 200,
            headers: {},
            body: Buffer.from(JSON.stringify(answer(new TextDecoder().decode(body)))),
          },
        };
      },
    },
  });
}

function widthOf(random: () => number): number {
  return 1 + Math.floor(random() * (2 * LINES_PER_ORDER - 1));
}

function lineOf(random: () => number) {
  const product = Math.floor(PRODUCTS * random() ** 3);
  return [`product ${product}`, null, 1 + (product % 400) / 4, 1 + Math.floor(random() * 3), 0];
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function mb(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
