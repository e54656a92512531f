// A key is revoked during pushes, polls and report requests: every later request is refused and changes nothing; work
// that was accepted before completes, and its webhook is signed with the key of its request.
import '../../harness/function-environment.ts';
import { randomInt } from 'node:crypto';
import { submitOrders } from '../../../functions/http/orders/submit-orders.ts';
import { createReport } from '../../../functions/http/reports/create-report.ts';
import { getReport } from '../../../functions/http/reports/get-report.ts';
import { hashApiKey } from '../../../src/core/accounts/api-key.ts';
import { DEFAULT_PLANS } from '../../../src/core/accounts/plans.ts';
import { cutIntoChunks } from '../../../src/core/ingest/chunks.ts';
import { countRows } from '../../../src/core/ingest/submitted-order.ts';
import type { ApiEvent } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { createOperations } from '../../../src/operations/accounts.ts';
import { createChunkQueue } from '../../../src/stores/imports/chunk-queue.ts';
import { context, event } from '../../harness/api-event.ts';
import { below, draw } from '../../harness/random/random.ts';
import { someOrders } from '../ingest/arbitrary-orders.ts';
import { drainDeadLetters, drainQueue } from '../ingest/delivery.ts';
import { outOfTurn } from '../ingest/faults.ts';
import { checkAll } from '../ingest/invariants.ts';
import { type Drill, type Import, messageOf } from '../ingest/run.ts';
import { checkReports, letEnd } from '../reports/invariants.ts';
import { inReportRun, type ReportRun } from '../reports/run.ts';

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function openService(run: ReportRun) {
  const { stores, clock, deps, accountId } = run;
  const operations = createOperations({
    accounts: stores.accounts,
    keys: stores.keys,
    made: stores.made,
    newId: run.newId,
    // Not drawn from the seed: keys of all runs share one table.
    randomInt,
    clock,
  });
  await stores.accounts.createAccount({
    account_id: accountId,
    name: 'drill',
    plan: 'max',
    created_at: new Date(clock()).toISOString(),
    overrides: { requestsPerMinute: 1_000_000 },
  });
  const admission = { ...stores, plans: DEFAULT_PLANS, clock };
  const queue = createChunkQueue(run.sqs, run.queueUrl);
  const post = endpoint(
    admission,
    { body: 'json' },
    submitOrders({ ...deps, backlog: { queuedChunks: async () => 0 }, queue, newImportId: run.newId }),
  );
  const ask = endpoint(admission, { body: 'json' }, createReport(run.startDeps));
  const read = endpoint(
    admission,
    { body: 'none' },
    getReport({ ...deps, waiting: { clock, sleep: async () => run.pass(400), heldReads: deps.heldReads } }),
  );
  /** From a separate address: requests without a valid key count against it, and other runs make some too. */
  const from = (key: string, body?: unknown, headers: Record<string, string> = {}): ApiEvent => {
    const { requestContext, ...request } = event(`Bearer ${key}`, body, headers);
    const http = { ...requestContext.http, sourceIp: accountId };
    return { ...request, requestContext: { ...requestContext, http } };
  };
  const reply = async (answer: ReturnType<typeof post>): Promise<Reply> => {
    const { statusCode = 0, body = '{}' } = await answer;
    return { status: statusCode, body: JSON.parse(body) };
  };
  return {
    newKey: () => operations.createKey(accountId),
    revoke: (key: string) => operations.revokeKey(accountId, hashApiKey(key)),
    push: (key: string, orders: unknown) => reply(post(from(key, { orders }), context)),
    report: (key: string, request: object) => reply(ask(from(key, request), context)),
    poll: (key: string, id: string) =>
      reply(read({ ...from(key, undefined, { prefer: 'wait=5' }), pathParameters: { id } }, context)),
  };
}

export const keyRevoked: Drill = {
  name: 'key-revoked',
  about: 'a key revoked during pushes, polls and report requests',
  run: (seed, engines) =>
    inReportRun(
      seed,
      engines,
      () => ({}),
      async (run) => {
        const { random, accountId } = run;
        const service = await openService(run);
        const key = await service.newKey();
        const other = await service.newKey();
        const wrong: string[] = [];
        const imports: Import[] = [];
        const asked = new Map<string, { like: undefined }>();
        let revoking: 'not yet' | 'started' | 'done' = 'not yet';

        const checked = async (request: () => Promise<Reply>): Promise<Reply> => {
          const atBegin = revoking;
          const { status, body } = await request();
          const isIn = status < 300;
          if (!isIn && status !== 401) wrong.push(`answered ${status}: ${JSON.stringify(body)}`);
          if (!isIn && typeof body.request_id !== 'string') wrong.push('a refusal without a request_id');
          if (atBegin === 'done' && isIn) wrong.push(`a revoked key was admitted with ${status}`);
          if (revoking === 'not yet' && !isIn) wrong.push(`a live key was answered ${status}`);
          return { status, body };
        };
        const pushes = async (): Promise<void> => {
          for (let push = 0; push < 3; push++) {
            const orders = draw(random, someOrders(8, 6));
            const { status, body } = await checked(() => service.push(key, orders));
            if (status !== 202) continue;
            const importId = String(body.import_id);
            const messages = cutIntoChunks(orders).map((orders, chunk) =>
              messageOf(accountId, importId, chunk, orders),
            );
            imports.push({ importId, messages, rows: countRows(orders) });
            run.model.apply(importId, orders);
          }
        };
        const reports = async (): Promise<void> => {
          for (let report = 0; report < 2; report++) {
            const request = { template: 'standard_rfm', webhook_url: run.receiver.url };
            const { status, body } = await checked(() => service.report(key, request));
            if (status !== 202) continue;
            const id = String(body.report_id);
            asked.set(id, { like: undefined });
            await checked(() => service.poll(key, id));
          }
        };
        const turns = below(random, 60);
        const revoke = async (): Promise<void> => {
          for (let turn = 0; turn < turns; turn++) await run.stores.accounts.getAccount(accountId);
          revoking = 'started';
          await service.revoke(key);
          revoking = 'done';
        };
        await Promise.all([pushes(), reports(), revoke()]);

        const refused = await Promise.all([
          checked(() => service.push(key, draw(random, someOrders(2)))),
          checked(() => service.report(key, { template: 'standard_rfm' })),
          ...[...asked.keys()].map((id) => checked(() => service.poll(key, id))),
        ]);
        for (const { status } of refused)
          if (status !== 401) wrong.push(`a revoked key was answered ${status}`);
        await drainQueue(run);
        await drainDeadLetters(run);
        await letEnd(run);
        for (const id of asked.keys()) {
          const { status } = await service.poll(other, id);
          if (status !== 200) wrong.push(`the other key was answered ${status}`);
          const item = await outOfTurn(() => run.stores.reports.get({ accountId, reportId: id }));
          if (item?.key_hash !== hashApiKey(key)) wrong.push(`report ${id} is signed with another key`);
        }
        const items = await outOfTurn(() =>
          run.stores.reports.list(accountId, { datasetId: undefined, reportType: undefined }, 100, undefined),
        );
        if (items.length !== asked.size)
          wrong.push(`${items.length} reports exist, ${asked.size} were accepted`);
        const jobs = await outOfTurn(() => run.stores.imports.listRecent(accountId, 100));
        if (jobs.length !== imports.length)
          wrong.push(`${jobs.length} imports exist, ${imports.length} were accepted`);
        return [...wrong, ...(await checkAll(run, imports)), ...(await checkReports(run, asked))];
      },
    ),
};
