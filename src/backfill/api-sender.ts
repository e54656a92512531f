// Sends batches through the public API as its contract advises: gzipped, waiting as long as it says, and again where
// the service or the network failed. Sending orders again is safe: they are upserts.
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { submitOrdersResponse } from '../contract/orders.ts';
import { OperationError } from '../operations/accounts.ts';
import type { OrderBatch } from './order-batches.ts';

const MAX_ATTEMPTS = 8;
const MAX_BACKOFF_MS = 30_000;

export interface ApiSenderOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly datasetId: string;
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
  readonly random: () => number;
  readonly onWait?: (why: string, ms: number) => void;
}

const problem = v.object({ error: v.string() });

export function createApiSender(options: ApiSenderOptions) {
  const { baseUrl, apiKey, datasetId } = options;
  return async function sendBatch({ orders }: OrderBatch): Promise<string> {
    const body = gzipSync(JSON.stringify({ orders, dataset_id: datasetId }));
    for (let attempt = 1; ; attempt++) {
      const answer = await ask(body);
      if (answer.importId !== undefined) return answer.importId;
      if (!answer.isPassing || attempt === MAX_ATTEMPTS) throw new OperationError(answer.why);
      const ms = answer.retryAfterMs ?? Math.min(MAX_BACKOFF_MS, 500 * 2 ** attempt) * options.random();
      options.onWait?.(answer.why, ms);
      await options.wait(ms);
    }
  };

  async function ask(body: Uint8Array<ArrayBuffer>): Promise<Answer> {
    let response: Response;
    try {
      response = await options.fetch(`${baseUrl}/data/orders`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${apiKey}`,
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
        },
        body,
      });
    } catch (error) {
      return { isPassing: true, why: `${baseUrl} can't be reached: ${causeOf(error)}` };
    }
    const text = await response.text();
    if (response.status === 202) {
      return { importId: v.parse(v.pipe(v.string(), v.parseJson(), submitOrdersResponse), text).import_id };
    }
    const said = v.safeParse(v.pipe(v.string(), v.parseJson(), problem), text);
    const why = `${response.status} ${said.success ? said.output.error : text.slice(0, 200)}`;
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    return {
      isPassing: response.status === 429 || response.status >= 500,
      why,
      ...(Number.isFinite(seconds) && { retryAfterMs: seconds * 1_000 }),
    };
  }
}

type Answer =
  | { readonly importId: string }
  | {
      readonly importId?: undefined;
      /** A later attempt may succeed. */
      readonly isPassing: boolean;
      readonly why: string;
      readonly retryAfterMs?: number;
    };

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
