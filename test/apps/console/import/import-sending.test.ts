// Tests the requests of the import view's worker to a service that refuses, limits or loses them.
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Checkpoint, Chosen, FromWorker } from '../../../../apps/console/import/messages.ts';
import { createMemorySpill, pageSurroundings } from '../../../../apps/console/import-worker/page-files.ts';
import { Gate, sendFiles } from '../../../../apps/console/import-worker/sending.ts';

const surroundings = pageSurroundings(async () => createMemorySpill());
const START: Checkpoint = { run: 'run', ordersSent: 0, rowsSent: 0, imports: [] };
const HEADER = 'order_id,product,price,currency,date';

/** 25,000 orders of one row: three requests. */
const LARGE = new File(
  [[HEADER, ...Array.from({ length: 25_000 }, (_, at) => `o-${at},Tea,1,,`)].join('\n')],
  'large.csv',
);

interface Accepted {
  /** The push's name and the position of the first order. */
  readonly place: string;
  readonly orderIds: readonly string[];
}

/**
 * Answers as the service does: a repeated idempotency key returns its import. `refuse` may answer a POST instead: the
 * first to arrive is number 1, and may be either of two in flight.
 */
class FakeService {
  readonly accepted: Accepted[] = [];
  readonly changed: unknown[] = [];
  datasets: object[] = [];
  /** The valid API keys. */
  keys = new Set(['afn_one']);
  /** Positions of imports that are applied only when something waits for them. */
  open = new Set<number>();
  lists = 0;
  reads = 0;
  private posts = 0;
  private readonly refuse: (post: number, place: string) => Response | undefined;

  constructor(refuse: (post: number, place: string) => Response | undefined = () => undefined) {
    this.refuse = refuse;
    vi.stubGlobal('fetch', (address: string | URL | Request, init?: RequestInit) =>
      this.answer(new Request(address, init)),
    );
  }

  private createJob(key: string, place: number): object {
    const { length } = this.accepted[place]?.orderIds ?? [];
    const rows = { total: length, inserted: length, updated: 0, failed: 0 };
    const ended = this.open.has(place)
      ? { status: 'processing' }
      : { status: 'completed', completed_at: '2026-03-01T00:00:00.000Z' };
    return { import_id: `${key}-${place}`, rows, ...ended };
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const { method } = request;
    const key = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    if (!this.keys.has(key)) return createRefusal(401, 'unauthorized');
    if (pathname === '/api/v1/datasets') return Response.json({ datasets: this.datasets, next_cursor: null });
    if (method === 'PATCH') {
      const settings: unknown = await readBody(request);
      this.changed.push([pathname, settings]);
      return Response.json(settings);
    }
    if (method === 'GET' && !searchParams.has('import_id')) {
      this.lists++;
      const jobs = this.accepted.map((_, place) => this.createJob(key, place)).reverse();
      return Response.json({ imports: jobs, has_more: false });
    }
    if (method === 'GET') {
      this.reads++;
      const place = Number(searchParams.get('import_id')?.replace(`${key}-`, '') ?? Number.NaN);
      if (this.accepted[place] === undefined) return createRefusal(404, 'not_found');
      this.open.delete(place);
      return Response.json(this.createJob(key, place));
    }
    const idempotencyKey = request.headers.get('idempotency-key') ?? '';
    // The rest is a digest of the contents.
    const place = idempotencyKey.replace(/-[0-9a-f]{32}$/, '');
    const refused = this.refuse(++this.posts, place);
    if (refused !== undefined) return refused;
    const body: { orders: { order_id: string }[] } = await readBody(request);
    const orderIds = body.orders.map(({ order_id }) => order_id);
    const known = this.accepted.findIndex((one) => one.place === place);
    const index = known < 0 ? this.accepted.push({ place, orderIds }) - 1 : known;
    expect(this.accepted[index]?.orderIds, 'a key stands for the same orders').toEqual(orderIds);
    return Response.json({ import_id: `${key}-${index}`, status: 'queued' }, { status: 202 });
  }
}

/** Reads the body of a request, which the client compresses. */
async function readBody(request: Request) {
  return JSON.parse(gunzipSync(await request.arrayBuffer()).toString('utf8'));
}

function listOrders({ accepted }: FakeService): ReadonlySet<string> {
  return new Set(accepted.flatMap(({ orderIds }) => orderIds));
}

function createRefusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { code, message: code, request_id: 'r' };
  return Response.json({ error }, { status, headers });
}

interface Sent {
  readonly messages: readonly FromWorker[];
  readonly checkpoint: Checkpoint;
  readonly problem: unknown;
}

async function send(
  file: File,
  options: { from?: Checkpoint; apiKey?: string; rates?: File; currency?: string } = {},
): Promise<Sent> {
  const { from = START, apiKey = 'afn_one', rates, currency } = options;
  const chosen: Chosen = { files: [file], rates, settings: { columns: {}, prices: true, currency } };
  const target = { baseUrl: 'https://shop.example/api/v1', apiKey, datasetId: 'default' };
  const messages: FromWorker[] = [];
  let checkpoint = from;
  let problem: unknown;
  try {
    await sendFiles({ chosen, target, checkpoint: from }, surroundings, new Gate(), (message) => {
      messages.push(message);
      if (message.is === 'sending') checkpoint = message.checkpoint;
    });
  } catch (error) {
    problem = error;
  }
  return { messages, checkpoint, problem };
}

afterEach(() => vi.unstubAllGlobals());

it('an import waits as long as a 429 states, reports the wait, and sends every order once', async () => {
  const service = new FakeService((post) =>
    post === 2 ? createRefusal(429, 'rate_limited', { 'retry-after': '1' }) : undefined,
  );
  const began = performance.now();
  const { messages, problem } = await send(LARGE);
  expect(problem).toBeUndefined();
  expect(performance.now() - began).toBeGreaterThan(1_000);
  expect(messages).toContainEqual(expect.objectContaining({ is: 'sending', waiting: 'rate_limit' }));
  expect(service.accepted.map(({ place }) => place).sort()).toEqual(['run-0', 'run-10000', 'run-20000']);
  expect(messages.at(-1)).toMatchObject({ is: 'applied', applied: { inserted: 25_000 } });
});

it('an import needs one list to see that all requests of a file are applied', async () => {
  const service = new FakeService();
  await send(LARGE);
  expect([service.accepted.length, service.lists, service.reads]).toEqual([3, 1, 0]);
});

it('an import reports how many of its requests are applied while it waits for the others', async () => {
  const service = new FakeService(() => {
    service.open = new Set([0, 1, 2]);
    return undefined;
  });
  const { messages } = await send(LARGE);
  expect([service.lists, service.reads]).toEqual([3, 3]);
  const done = messages.flatMap((message) => (message.is === 'applying' ? [message.done] : []));
  expect(done).toEqual([0, 1, 2, 3]);
  expect(messages.at(-1)).toMatchObject({ is: 'applied', applied: { inserted: 25_000 } });
});

describe('a lost network', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Advances the clock as fast as the files are read. */
  async function finishSending(sending: Promise<Sent>): Promise<Sent> {
    let sent: Sent | undefined;
    void sending.then((value) => {
      sent = value;
    });
    while (sent === undefined) {
      await vi.advanceTimersByTimeAsync(50);
      await new Promise(setImmediate);
    }
    return sent;
  }

  it.each([
    ['before the first request', 1],
    ['between requests', 2],
  ])('delays the import if it lasts 10 s, %s, and every order is sent once', async (_, lost) => {
    let goneAt: number | undefined;
    let failed = 0;
    const service = new FakeService((post) => {
      if (post === lost) goneAt ??= Date.now();
      if (goneAt === undefined || Date.now() - goneAt >= 10_000) return undefined;
      failed++;
      throw new TypeError('Failed to fetch');
    });
    const { messages, problem } = await finishSending(send(LARGE));
    expect(problem).toBeUndefined();
    expect(failed).toBeGreaterThan(3);
    expect(messages).toContainEqual(expect.objectContaining({ is: 'sending', waiting: 'retry' }));
    expect(service.accepted.map(({ place }) => place).sort()).toEqual(['run-0', 'run-10000', 'run-20000']);
    expect(messages.at(-1)).toMatchObject({ is: 'applied', applied: { inserted: 25_000 } });
  });

  it('stops the import if it outlasts the attempts, and the import can be continued', async () => {
    let isGone = false;
    const service = new FakeService((post) => {
      isGone ||= post === 2;
      if (isGone) throw new TypeError('Failed to fetch');
      return undefined;
    });
    const { problem, checkpoint } = await finishSending(send(LARGE));
    expect(problem).toMatchObject({ code: 'network_error' });
    const later = new FakeService();
    later.accepted.push(...service.accepted);
    const { messages } = await finishSending(send(LARGE, { from: checkpoint }));
    expect(listOrders(later).size).toBe(25_000);
    expect(later.accepted.map(({ place }) => place).sort()).toEqual(['run-0', 'run-10000', 'run-20000']);
    expect(messages.at(-1)).toMatchObject({ is: 'applied', applied: { inserted: 25_000 } });
  });
});

it('an import stops when its key is revoked, and continues where it was with another key of the account', async () => {
  const service = new FakeService((_, place) =>
    place === 'run-20000' ? createRefusal(401, 'unauthorized') : undefined,
  );
  const { problem, checkpoint } = await send(LARGE);
  expect(problem).toMatchObject({ status: 401 });
  expect([checkpoint.ordersSent, checkpoint.rowsSent]).toEqual([20_000, 20_000]);
  const later = new FakeService();
  later.accepted.push(...service.accepted);
  const { messages } = await send(LARGE, { from: checkpoint });
  expect(later.accepted.map(({ place }) => place).sort()).toEqual(['run-0', 'run-10000', 'run-20000']);
  expect(listOrders(later).size).toBe(25_000);
  expect(messages.at(-1)).toMatchObject({ is: 'applied', applied: { inserted: 25_000 } });
});

it('an import sends everything under a new name if the key belongs to another account', async () => {
  const service = new FakeService();
  service.keys = new Set(['afn_two']);
  const from = { run: 'run', ordersSent: 20_000, rowsSent: 20_000, imports: ['afn_one-0', 'afn_one-1'] };
  const { messages, checkpoint } = await send(LARGE, { from, apiKey: 'afn_two' });
  expect(listOrders(service).size).toBe(25_000);
  expect(service.accepted.filter(({ place }) => place.startsWith('run-'))).toEqual([]);
  expect(checkpoint.imports).toHaveLength(3);
  expect(messages.at(-1)).toMatchObject({ is: 'applied', applied: { inserted: 25_000 } });
});

it('an import stores the source of the rates in the dataset, and sends nothing to a dataset in another currency', async () => {
  const service = new FakeService();
  service.datasets = [{ slug: 'default', name: 'Shop', currency: null, rates_source: null }];
  const orders = new File([`${HEADER}\n1,Tea,10,EUR,2026-03-01\n2,Tea,10,USD,2026-03-01\n`], 'a.csv');
  const rates = new File(['date,currency,rate\n2026-03-01,USD,0.9\n'], 'ecb.csv');
  const { messages, problem } = await send(orders, { rates, currency: 'EUR' });
  expect(problem).toBeUndefined();
  expect(service.changed).toEqual([
    ['/api/v1/datasets/default', { currency: 'EUR', rates_source: 'ecb.csv' }],
  ]);
  expect(messages.at(-1)).toMatchObject({ is: 'applied', mismatch: undefined });
  const other = new FakeService();
  other.datasets = [{ slug: 'default', name: 'Shop', currency: 'CHF', rates_source: null }];
  const refused = await send(orders, { rates, currency: 'EUR' });
  expect([refused.problem, other.accepted]).toMatchObject([
    { cause: { problem: { code: 'other_dataset_currency', dataset: 'CHF', prices: 'EUR' } } },
    [],
  ]);
});
