// How a request can name what an account has, and everything that could be mistaken for it.
import { cursorOf } from '../../../src/contract/paging.ts';

/** Everything of an account that a request could name. */
export interface Belongings {
  readonly account: string;
  readonly import: string;
  readonly report: string;
  readonly erasure: string;
  readonly schedule: string;
  readonly source: string;
  readonly key: string;
  readonly export: string;
  readonly audience: string;
  readonly destination: string;
  readonly endpoint: string;
  readonly dataset: string;
  readonly customer: string;
  readonly order: string;
  readonly idempotencyKey: string;
}

export interface Asked {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export type Case = (of: Belongings) => Asked;

const ORDER = { line_items: [{ product_name: 'tea' }] };
export const RFM = { template: 'standard_rfm' };
export const SCHEDULE = { expression: 'rate(300 days)' };
export const CONDITIONS = { conditions: [{ report: RFM }] };
export const AUDIENCE = { name: 'all', ...CONDITIONS };
export const DESTINATION = {
  ...{ kind: 'webhook', url: 'https://example.com/', status: 'paused' },
  secret: `whsec_${Buffer.alloc(24).toString('base64')}`,
};
export const ENDPOINT = { url: 'https://example.com/', status: 'paused', secret: DESTINATION.secret };
export const inPath = (id: string): string => encodeURIComponent(id);
export const push = (dataset_id: string, order_id: string, customer_id: string) => ({
  orders: [{ ...ORDER, order_id, customer_id, order_date: '2026-03-01' }],
  dataset_id,
});

/** The ids of a kind, and everything that could be mistaken for one where keys are put together from parts. */
export const spellings = (
  kind:
    | 'import'
    | 'report'
    | 'erasure'
    | 'schedule'
    | 'source'
    | 'key'
    | 'export'
    | 'audience'
    | 'destination'
    | 'endpoint',
): ((of: Belongings) => string)[] => [
  (of) => of[kind],
  (of) => `${kind}#${of[kind]}`,
  (of) => `${of.account}#${kind}#${of[kind]}`,
  (of) => `${of.account}/${of[kind]}`,
  (of) => `../${of.account}/${of[kind]}`,
  (of) => `${of[kind]}#receipt#0000000#`,
];
export const cursors = (path: string, name: 'import' | 'report' | 'erasure' | 'dataset' | 'key'): Case[] => [
  (of) => ({ path: `${path}?cursor=${cursorOf(of[name])}` }),
  (of) => ({ path: `${path}?cursor=${cursorOf(`${of.account}#${name}#${of[name]}`)}` }),
  (of) => ({ path: `${path}?limit=1&cursor=${cursorOf(`${name}#${of[name]}`)}` }),
];
export const idempotent = (path: string, body: (of: Belongings) => unknown): Case[] => [
  (of) => ({ path, body: body(of), headers: { 'Idempotency-Key': of.idempotencyKey } }),
  (of) => ({
    path,
    body: body(of),
    headers: { 'Idempotency-Key': `${of.account}#idempotency#${of.idempotencyKey}` },
  }),
];

/** A message of an agent. */
export const calling =
  (name: string, argumentsOf: (of: Belongings) => object): Case =>
  (of) => ({
    path: '/mcp',
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: argumentsOf(of) } },
  });
