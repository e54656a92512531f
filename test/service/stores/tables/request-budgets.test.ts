// Tests budgets of requests that all instances of a function share, on a real table.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createRequestBudgets } from '../../../../src/service/accounts/request-budgets.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const openBudgets = () => createRequestBudgets(stage.db, TABLES.service);

it('admits the requests of a budget in a minute of the clock, and returns the rest of the minute', async () => {
  const budget = { name: ulid(), limit: 3, lease: 1 };
  const one = openBudgets();
  const admissions: unknown[] = [];
  for (const at of [0, 1, 2, 45_000, 60_000]) admissions.push(await one.admit(budget, NOW + at));
  expect(admissions).toEqual([
    { admitted: true, remaining: 2, resetMs: 60_000 },
    { admitted: true, remaining: 1, resetMs: 59_999 },
    { admitted: true, remaining: 0, resetMs: 59_998 },
    { admitted: false, retryAfterMs: 15_000, resetMs: 15_000 },
    { admitted: true, remaining: 2, resetMs: 60_000 },
  ]);
});

it('shares a budget among instances, each of which takes a whole lease at once', async () => {
  const budget = { name: ulid(), limit: 10, lease: 4 };
  const [one, other, third] = [openBudgets(), openBudgets(), openBudgets()];
  const admitRequest = async (instance: typeof one) => {
    const admission = await instance.admit(budget, NOW);
    return admission.admitted ? admission.remaining : 'refused';
  };
  expect([await admitRequest(one), await admitRequest(other)]).toEqual([9, 5]);
  // Two are left, fewer than a lease.
  expect(await admitRequest(third)).toBe('refused');
  const rest: unknown[] = [];
  for (const instance of [one, one, one, one, other, other, other, other])
    rest.push(await admitRequest(instance));
  expect(rest).toEqual([8, 7, 6, 'refused', 4, 3, 2, 'refused']);
});
