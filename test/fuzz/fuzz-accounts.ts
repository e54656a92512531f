// The callers of a run. Those that may ask without end have as many reports a month as a run has time for.
import type { LocalSide } from '../../quality/harness/target.ts';
import type { CallerName } from './requests/fuzz-request.ts';

const REPORTS = 150;

export async function openAccounts(local: LocalSide): Promise<Readonly<Record<CallerName, string>>> {
  const unhurried = { requestsPerMinute: 1_000_000, monthlyReports: REPORTS };
  const key = async (plan: 'max' | 'pro', overrides: object) =>
    (await local.newAccount(plan, overrides)).apiKey;
  const revoked = await local.newAccount('max');
  await local.operations.revokeKey(revoked.accountId, revoked.apiKey);
  const shop = await local.newAccount('max');
  return {
    fast: await key('max', unhurried),
    other: await key('max', { ...unhurried, maxStoredRows: 100 }),
    slow: await key('max', {}),
    free: await key('pro', { requestsPerMinute: 1_000_000 }),
    page: await local.operations.createKey(shop.accountId, { origins: ['https://shop.example'] }),
    revoked: revoked.apiKey,
  };
}
