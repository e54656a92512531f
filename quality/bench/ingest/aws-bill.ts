// The AWS bill of an ingest run, from counted units, per million rows.
import { cutIntoChunks } from '../../../src/core/ingest/chunks.ts';
import type { SubmittedOrder } from '../../../src/core/ingest/submitted-order.ts';
import type { Units } from '../measuring/dynamodb-units.ts';
import type { InvocationLog } from '../measuring/invocation-log.ts';
import { PRICES, PRICES_OF } from '../measuring/prices.ts';

/** SQS bills one request per 64 KB. */
const SQS_UNIT_BYTES = 64 * 1_024;
const SQS_BATCH = 10;

export interface Counted {
  readonly units: Units;
  readonly invocations: InvocationLog;
  readonly orders: readonly SubmittedOrder[];
  readonly lines: number;
  readonly requests: number;
}

export function billOf({ units, invocations, orders, lines, requests }: Counted): Record<string, unknown> {
  const scale = 1_000_000 / lines;
  const uses = invocations.byFunction();
  const applies = uses.find(({ name }) => name.includes('ApplyChunk'))?.invocations ?? 0;
  const sqs = sqsRequests(orders, requests, applies);
  const gbSeconds = uses.reduce(
    (sum, use) => sum + (use.duration_ms / 1_000) * (use.memory_size_mb / 1_024),
    0,
  );
  const lambdas = uses.reduce((sum, use) => sum + use.invocations, 0);
  const counted = {
    dynamodb_write_unit: units.writes * scale,
    dynamodb_read_unit: units.reads * scale,
    sqs_request: sqs * scale,
    lambda_gb_second: gbSeconds * scale,
    lambda_request: lambdas * scale,
    http_api_request: requests * scale,
  };
  const dollars = Object.entries(counted).map(([name, amount]): [string, number] => [
    name,
    amount * (PRICES[name] ?? Number.NaN),
  ]);
  return {
    counted: Object.fromEntries(Object.entries(counted).map(([name, value]) => [name, Math.round(value)])),
    dollars: Object.fromEntries(dollars.map(([name, value]) => [name, Number(value.toFixed(4))])),
    dollars_total: Number(dollars.reduce((sum, [, value]) => sum + value, 0).toFixed(3)),
    prices_of: PRICES_OF,
    dynamodb_calls: units.calls,
  };
}

/** Sends in batches of ten; one receive and one delete per invocation. */
function sqsRequests(orders: readonly SubmittedOrder[], requests: number, applies: number): number {
  const chunks = cutIntoChunks(orders);
  const bytes = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(JSON.stringify(chunk)), 0);
  const perBatch = (batches: number): number => Math.max(batches, Math.ceil(bytes / SQS_UNIT_BYTES));
  return perBatch(Math.ceil(chunks.length / SQS_BATCH) + requests) + perBatch(applies) + applies;
}
