// Sends requests in concurrent lanes, each a fast-check run of its own, up to the given number. The first finding of a
// lane is shrunk and ends the lane. Finally checks that everything the API accepted was done.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import * as v from 'valibot';
import { listErasuresResponse } from '../../src/contract/resources/erasures.ts';
import { type importJob, listImportsResponse } from '../../src/contract/resources/orders/orders.ts';
import {
  listReportsResponse,
  type reportSummary,
} from '../../src/contract/resources/reports/report-responses.ts';
import { createClient } from '../../tools/harness/client.ts';
import { createResponseValidator } from '../../tools/harness/response-validator.ts';
import type { LocalSide, Target } from '../../tools/harness/target.ts';
import { createSender, isFromFrontServer, judge, type Outcome, parseBody } from './judge.ts';
import { generateRequest } from './requests/any-request.ts';
import {
  type CallerName,
  createKnownIds,
  type FuzzRequest,
  type KnownIds,
  OWN_IDS,
  type OwnId,
} from './requests/fuzz-request.ts';

// Reports that exist from the start, with orders: random requests would rarely create what lists of rules and customers,
// recommendations and members need. An item of each other kind exists, too, so that a short run reads and changes some.
const REQUESTS = [
  { report_type: 'MBA', params: { serve: { fields: ['category', 'brand'] }, product_profiles: true } },
  { report_type: 'RFM', params: {} },
];

async function makeFirstItems(baseUrl: string, key: string, ids: KnownIds): Promise<void> {
  const client = createClient(baseUrl, key);
  await client.push(
    Array.from({ length: 20 }, (_, at) => ({
      order_id: `first-${at}`,
      customer_id: `c${at % 7}`,
      order_date: `2026-01-${String(at + 1).padStart(2, '0')}`,
      line_items: ['Tea', 'Milk', 'Bread'].slice(at % 2).map((product_name) => ({
        product_name,
        custom_fields: { category: product_name === 'Bread' ? 'bread' : 'tea' },
      })),
    })),
  );
  for (const request of REQUESTS) {
    const { body } = await client.post('/reports', request);
    const { status } = (await client.send(`/reports/${body.report_id}`, { headers: { Prefer: 'wait=20' } }))
      .body;
    if (status === 'Processing' || status === 'Failed')
      throw new Error(`the first ${request.report_type} is ${status}`);
    ids.add('report', String(body.report_id));
  }
  for (let at = 0; at < 20; at++) ids.add('order', `first-${at}`);
  const addFirst = async (idOf: OwnId, path: string, request: object): Promise<string> => {
    const { status, body } = await client.post(path, request);
    if (status !== 201 && status !== 202)
      throw new Error(`the first ${idOf}: ${status} ${JSON.stringify(body)}`);
    const id = String(body[`${idOf}_id`]);
    ids.add(idOf, id);
    return id;
  };
  const rfm = { report_type: 'RFM', dataset_id: 'default' };
  const audience = await addFirst('audience', '/audiences', {
    ...{ name: 'First', dataset_id: 'default', refresh: 'manual' },
    conditions: [{ report: { report_type: 'RFM' } }],
  });
  const receiver = {
    ...{ url: 'https://receiver.invalid/', status: 'paused' },
    secret: `whsec_${Buffer.alloc(24).toString('base64')}`,
  };
  await addFirst('destination', `/audiences/${audience}/destinations`, { kind: 'webhook', ...receiver });
  await addFirst('endpoint', '/webhooks/endpoints', receiver);
  await addFirst('schedule', '/schedules', { expression: 'rate(300 days)', report: rfm });
  await addFirst('source', '/sources', { kind: 'shopify', secret: 'first', dataset_id: 'default' });
  await addFirst('key', '/keys', { kind: 'read_only', name: 'First' });
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

const ENDED = ['completed', 'failed', 'Completed', 'Completed with warnings', 'Failed'];
const PATIENCE_MS = 180_000;

interface Settled {
  readonly reports: number;
  readonly problems: readonly string[];
}

async function settle(baseUrl: string, keys: readonly string[]): Promise<Settled> {
  const all = await Promise.all(keys.map((key) => settleAccount(baseUrl, key)));
  return {
    reports: all.reduce((sum, { reports }) => sum + reports, 0),
    problems: all.flatMap(({ problems }) => problems),
  };
}

async function settleAccount(baseUrl: string, key: string): Promise<Settled> {
  const client = createClient(baseUrl, key);
  const problems: string[] = [];

  async function list<T>(path: string, read: (body: unknown) => Page<T>): Promise<T[]> {
    const found: T[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { items, next } = read((await client.get(`${path}?limit=100${query}`)).body);
      found.push(...items);
      cursor = next;
    } while (cursor !== undefined);
    return found;
  }

  /** Lists until all items have ended. Adds a problem for each item that has not ended after `PATIENCE_MS`. */
  async function listWhenEnded<T extends { readonly status: string }>(
    path: string,
    read: (body: unknown) => Page<T>,
  ): Promise<T[]> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await list(path, read);
      const running = found.filter(({ status }) => !ENDED.includes(status));
      if (running.length === 0) return found;
      if (Date.now() > deadline) {
        problems.push(...running.map((item) => `${path} has not ended: ${JSON.stringify(item)}`));
        return found;
      }
      await sleep(500);
    }
  }

  const imports = await listWhenEnded('/data/orders', (body) => {
    const page = v.parse(listImportsResponse, body);
    return { items: page.imports, next: page.next_cursor };
  });
  const reports = await listWhenEnded('/reports', (body) => {
    const page = v.parse(listReportsResponse, body);
    return { items: page.reports, next: page.next_cursor };
  });
  await listWhenEnded('/erasures', (body) => {
    const page = v.parse(listErasuresResponse, body);
    return { items: page.erasures, next: page.next_cursor };
  });
  problems.push(...imports.flatMap(findImportProblems), ...reports.flatMap(findReportProblems));
  // The client validates each response against the documented schema.
  for (const { report_id } of reports) {
    await client
      .get(`/reports/${report_id}`)
      .catch((error: unknown) => problems.push(`${report_id}: ${error}`));
  }
  return { reports: reports.length, problems };
}

function findImportProblems(job: v.InferOutput<typeof importJob>): string[] {
  const { import_id, status, rows, fail_reason } = job;
  const { total, inserted, updated, failed } = rows;
  const counted = inserted + updated + failed === total;
  // Expected failures: an account may store few rows, an erasure may remove pending orders, and rows may be invalid.
  const isExpected = /storage cap|were erased|No row could be stored/.test(fail_reason ?? '');
  if (counted && (status === 'completed' || isExpected)) return [];
  return [`import ${import_id} ${status}, ${JSON.stringify(rows)}: ${fail_reason}`];
}

function findReportProblems({
  report_id,
  status,
  fail_reason,
}: v.InferOutput<typeof reportSummary>): string[] {
  return status === 'Failed' ? [`report ${report_id} failed: ${fail_reason}`] : [];
}

interface Finding {
  readonly seed: number;
  readonly problem: string;
  /** The smallest request with the problem; undefined for problems found after all requests. */
  readonly request?: FuzzRequest | undefined;
}

export interface FuzzOutcome {
  readonly requests: number;
  /** Number of responses by operation and status. */
  readonly by_operation: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly reports_ended: number;
  readonly findings: readonly Finding[];
}

/** Accounts without a rate limit have a monthly number of reports that a run has time for. */
async function openAccounts(local: LocalSide): Promise<Readonly<Record<CallerName, string>>> {
  const unhurried = { requestsPerMinute: 1_000_000, monthlyReports: 150 };
  const createKey = async (plan: 'max' | 'pro', overrides: object, use?: 'admin') =>
    local.operations.createKey((await local.newAccount(plan, overrides)).accountId, use);
  const revoked = await local.newAccount('max');
  await local.operations.revokeKey(revoked.accountId, revoked.apiKey);
  const shop = await local.newAccount('max');
  return {
    fast: await createKey('max', unhurried, 'admin'),
    other: await createKey('max', { ...unhurried, maxStoredRows: 100 }),
    slow: await createKey('max', {}),
    free: await createKey('pro', { requestsPerMinute: 1_000_000 }),
    page: await local.operations.createKey(shop.accountId, { origins: ['https://shop.example'] }),
    revoked: revoked.apiKey,
  };
}

/** The server refuses such a request before its body has arrived, so the connection may end before the response. */
function isHeadTooLarge({ target, headers, authorization }: FuzzRequest): boolean {
  return JSON.stringify([target, headers, authorization]).length > 15_000;
}

export async function fuzz(
  target: Pick<Target, 'baseUrl' | 'local'>,
  {
    requests,
    seed,
    lanes = 12,
  }: { readonly requests: number; readonly seed: number; readonly lanes?: number },
): Promise<FuzzOutcome> {
  if (target.local === undefined) throw new Error('the fuzzer needs accounts of its own: a local target');
  const keys = await openAccounts(target.local);
  const ids = createKnownIds();
  await makeFirstItems(target.baseUrl, keys.fast, ids);
  const statusCounts: Record<string, Record<string, number>> = {};
  const count = (operation: string, outcome: string): void => {
    const counts = statusCounts[operation] ?? {};
    statusCounts[operation] = { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 };
  };
  const validate = createResponseValidator();
  const sender = createSender({ baseUrl: target.baseUrl, keys, ids });
  const { pathname } = new URL(target.baseUrl);

  async function sendAndJudge(request: FuzzRequest): Promise<void> {
    const path = (pathname + ids.fill(request.target)).replace(/\?.*$/s, '');
    checkOutcome(request, await sender.send(request), { method: request.method, path });
  }

  function checkOutcome(
    request: FuzzRequest,
    outcome: Outcome,
    endpoint: { readonly method: string; readonly path: string },
  ): void {
    if (!('status' in outcome)) {
      count(request.operation, 'no response');
      const expected = request.pace === 'broken off' || isHeadTooLarge(request);
      if (!expected) throw new Error(`no response: ${outcome.silence}`);
      return;
    }
    count(request.operation, `${outcome.status}${isFromFrontServer(outcome) ? ' by the front server' : ''}`);
    collectIds(request, outcome.text);
    const problems = judge(validate, endpoint, outcome, Object.values(keys));
    if (problems.length > 0) throw new Error(problems.join('; '));
  }

  function collectIds(request: FuzzRequest, text: string): void {
    const body = parseBody(text);
    if (typeof body !== 'object' || body === null) return;
    const foreign = request.authorization?.caller === 'other' ? ('foreign ' as const) : ('' as const);
    // Responses to reads name related items, too.
    const named = request.method === 'GET' ? {} : Object.fromEntries(Object.entries(body));
    for (const own of OWN_IDS) {
      const id: unknown = named[`${own}_id`];
      if (typeof id === 'string') ids.add(`${foreign}${own}`, encodeURIComponent(id));
    }
    if ('orders' in body && Array.isArray(body.orders))
      for (const { order_id } of body.orders)
        ids.add(`${foreign}order`, encodeURIComponent(String(order_id)));
  }

  const requestsOfAnyKind = generateRequest();
  const runLane = async (nth: number): Promise<Finding[]> => {
    const laneSeed = seed * 1_000 + nth;
    const numRuns = Math.ceil(requests / lanes);
    const run = await fc.check(fc.asyncProperty(requestsOfAnyKind, sendAndJudge), {
      seed: laneSeed,
      numRuns,
    });
    if (!run.failed) return [];
    const { errorInstance: error, counterexample } = run;
    const problem = error instanceof Error ? error.message : String(error);
    return [{ seed: laneSeed, problem, request: counterexample?.[0] }];
  };

  try {
    const findings = (await Promise.all(Array.from({ length: lanes }, (_, nth) => runLane(nth)))).flat();
    const settled = await settle(target.baseUrl, [keys.fast, keys.other]);
    return {
      requests: Object.values(statusCounts)
        .flatMap((counts) => Object.values(counts))
        .reduce((sum, one) => sum + one, 0),
      by_operation: statusCounts,
      reports_ended: settled.reports,
      findings: [...findings, ...settled.problems.slice(0, 20).map((problem) => ({ seed, problem }))],
    };
  } finally {
    sender.stop();
  }
}
