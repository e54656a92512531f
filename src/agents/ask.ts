// Calls an operation of the API as the registry describes it, with the caller's own key: whatever holds for the API
// (plans, limits, erasures, read-only keys) holds for agents, too.
import { type RetryOptions, Transport } from '../../packages/client/src/transport.ts';
import { InvalidRequestError } from '../contract/errors/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { LONGEST_HELD_READ_SECONDS } from '../contract/schema/limits.ts';
import type { Args } from './args.ts';

/** `T`: the response's type in the contract. Rejects with an OrderAnalyticsError. */
export type Ask = <T>(operation: Operation, request?: AskOptions) => Promise<T>;

interface AskOptions {
  /** Path parameters. */
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Args;
  readonly body?: object;
  /** How long the service may hold a read. */
  readonly waitSeconds?: number;
}

export interface AskOfOptions {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Default: the runtime's. */
  readonly fetch?: typeof fetch;
  /** Default: one attempt. */
  readonly retry?: RetryOptions;
}

/** Milliseconds with the wait, within the gateway's 29 seconds. */
const REQUEST_TIMEOUT_MS = 7_000;

export function createAsk({ baseUrl, apiKey, fetch = globalThis.fetch, retry }: AskOfOptions): Ask {
  const transport = new Transport({
    baseUrl,
    apiKey,
    fetch: (...args) => fetch(...args),
    retry: retry ?? { attempts: 1 },
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    shareOfLimit: 1,
  });
  return async <T>(
    { method, path, operationId }: Operation,
    { path: names = {}, query = {}, body, waitSeconds = 0 }: AskOptions = {},
  ): Promise<T> => {
    const held = Math.min(waitSeconds, LONGEST_HELD_READ_SECONDS);
    const { body: answer } = await transport.ask<T>({
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(checkPathPart(name, names[name])),
      ),
      query: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          value === undefined ? undefined : queryValue(name, value),
        ]),
      ),
      ...(body !== undefined && { json: JSON.stringify(body) }),
      ...(held > 0 && { headers: { Prefer: `wait=${held}` }, heldMs: held * 1_000 }),
    });
    if (answer === undefined) throw new Error(`${operationId} answered without a body`);
    return answer;
  };
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Checks only that a query can hold the value, as an object cannot; the API checks the rest. */
function queryValue(name: string, value: unknown): Scalar | Scalar[] {
  if (isScalar(value)) return value;
  if (Array.isArray(value) && value.every(isScalar)) return value;
  throw new InvalidRequestError(name, 'expected a string, a number, true or false, or an array of them');
}

function checkPathPart(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new InvalidRequestError(name, 'expected a string');
  return value;
}
