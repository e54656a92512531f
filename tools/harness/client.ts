// Calls the API for tests with `fetch`. Every response is validated against the OpenAPI document: an undocumented
// response fails its test.
import { setTimeout as sleep } from 'node:timers/promises';
import { createResponseValidator } from './response-validator.ts';

export interface ApiReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export function createClient(baseUrl: string, apiKey: string | undefined) {
  async function send(path: string, init: RequestInit = {}): Promise<ApiReply> {
    const headers = new Headers(init.headers);
    if (apiKey !== undefined) headers.set('Authorization', `Bearer ${apiKey}`);
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    const text = await readAnswer(init.method ?? 'GET', path, response);
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  }
  const post = (path: string, body: unknown): Promise<ApiReply> =>
    send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });

  return {
    send,
    post,
    get: (path: string): Promise<ApiReply> => send(path),

    /** Pushes orders and waits until they are applied. Returns the completed import job. */
    async push(orders: readonly object[], datasetId = 'default'): Promise<Record<string, unknown>> {
      const accepted = await post('/data/orders', { orders, dataset_id: datasetId });
      expectStatus(accepted, 202);
      await sleep(SOONEST_MS);
      return until(async () => {
        const { body } = await send(`/data/orders?import_id=${accepted.body.import_id}`);
        return body.status === 'completed' || body.status === 'failed' ? body : undefined;
      });
    },

    /** Requests a report and waits until it is finished. Returns its body. */
    async report(request: object, seconds?: number): Promise<Record<string, unknown>> {
      const accepted = await post('/reports', request);
      expectStatus(accepted, 202);
      await sleep(SOONEST_MS);
      return until(async () => {
        const { body } = await send(`/reports/${accepted.body.report_id}`);
        return body.status === 'Processing' ? undefined : body;
      }, seconds);
    },
  };
}
export type Client = ReturnType<typeof createClient>;

const problemsOf = createResponseValidator();

/** The body as text. Throws if the response is not as documented. */
export async function readAnswer(method: string, path: string, response: Response): Promise<string> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const problems = problemsOf({
    method,
    path,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isJson ? JSON.parse(text) : text,
  });
  if (problems.length > 0)
    throw new Error(
      `${method} ${path} answered ${response.status}, which does not match the documentation: ${problems.join('; ')}`,
    );
  return text;
}

/** The first pause between two polls, and its growth: most work ends soon, and each poll costs processor time. */
const [PAUSE_MS, LONGER, LONGEST_MS] = [50, 2, 600];
/** Chunks are rarely applied, and reports rarely computed, sooner. */
const SOONEST_MS = 100;

/** Polls until there is an answer, for 90 seconds by default: a busy machine is slow, not wrong. */
export async function until<T>(ask: () => Promise<T | undefined>, seconds = 90): Promise<T> {
  const began = performance.now();
  for (let wait = PAUSE_MS; performance.now() - began < 1_000 * seconds; ) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(wait);
    wait = Math.min(LONGEST_MS, LONGER * wait);
  }
  throw new Error(`no response within ${seconds} s`);
}

function expectStatus(reply: ApiReply, status: number): void {
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
}
