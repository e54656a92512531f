// Tests GET /usage: the stored counters, beside the limits of the plan and of the account itself.
import { expect, it } from 'vitest';
import { getUsage } from '../../functions/http/datasets/list-datasets.ts';
import { DEFAULT_PLANS, resolveLimits } from '../../src/contract/plans.ts';

const NOW = Date.parse('2026-11-30T23:59:59Z');

async function readUsage(overrides: { requestsPerMinute?: number; maxStoredRows?: number }) {
  const asked: string[] = [];
  const answer = await getUsage({
    accounts: {
      getAccount: async (account_id) => ({
        account_id,
        name: 'shop',
        plan: 'max',
        created_at: '2026-01-01T00:00:00Z',
        overrides,
      }),
    },
    datasets: {
      list: async () => [
        { slug: 'a', name: 'a' },
        { slug: 'b', name: 'b' },
      ],
    },
    reports: {
      usedInMonth: async (accountId, month) => {
        asked.push(`${accountId} ${month}`);
        return 7;
      },
    },
    exports: { usedInMonth: async () => ({ order_exports: 2, order_export_bytes: 3_000 }) },
    rows: { read: async () => [1_000, 0, 234] },
    clock: () => NOW,
  })({
    caller: { accountId: 'acc_1', keyHash: 'h', limits: resolveLimits(DEFAULT_PLANS.max, overrides) },
    body: undefined,
    query: {},
    path: {},
    baseUrl: 'https://api.example/api/v1',
    headers: {},
    sealed: (page) => page,
    idempotency: undefined,
  });
  expect(asked).toEqual(['acc_1 2026-11']);
  return JSON.parse(String(answer.body));
}

it('adds up the counters of rows, and counts reports of the month in UTC', async () => {
  expect(await readUsage({})).toEqual({
    account: { account_id: 'acc_1', name: 'shop' },
    plan: 'max',
    month: '2026-11',
    stored_rows: { used: 1_234, limit: 5_000_000 },
    monthly_reports: { used: 7, limit: 500 },
    monthly_order_exports: { used: 2, limit: 100 },
    monthly_export_bytes: { used: 3_000, limit: 50_000_000_000 },
    requests_per_minute: { limit: 60 },
    datasets: { count: 2 },
  });
});

it('shows the limits of the account if it has its own', async () => {
  expect(await readUsage({ requestsPerMinute: 600, maxStoredRows: 10 })).toMatchObject({
    stored_rows: { used: 1_234, limit: 10 },
    requests_per_minute: { limit: 600 },
  });
});
