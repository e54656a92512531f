// GET /usage: what an account stores and has requested, beside its limits.
import * as v from 'valibot';
import { PLAN_NAMES } from '../plans.ts';
import { described } from '../schema/described.ts';
import { count } from '../schema/fields.ts';

const ofLimit = (used: string, limit: string) =>
  v.object({ used: described(count, used), limit: described(count, limit) });

export const getUsageResponse = v.object({
  account: described(
    v.object({
      account_id: described(v.string(), 'The account.', { examples: ['acc_01ARZ3NDEKTSV4RRFFQ69G5FAV'] }),
      name: described(v.string(), 'Its name, as the operator entered it.', { examples: ['Tea shop'] }),
    }),
    'The account of the key.',
  ),
  plan: described(v.picklist(PLAN_NAMES), 'The plan of the account.', { examples: ['max'] }),
  month: described(v.string(), 'The calendar month of the monthly limits, UTC.', { examples: ['2026-11'] }),
  stored_rows: described(
    ofLimit(
      'Line items that are stored now, over all datasets.',
      'Beyond it, new rows count as failed; rows that are stored already are still updated.',
    ),
    'Stored line items against the limit.',
  ),
  monthly_reports: described(
    ofLimit(
      'Reports that were requested in the month. Failed ones do not count.',
      'Beyond it, `POST /reports` responds with 429 until the month ends.',
    ),
    'Reports of the month against the limit.',
  ),
  monthly_order_exports: described(
    ofLimit(
      'Exports of orders that were requested in the month. Failed ones do not count.',
      'Beyond it, `POST /datasets/{slug}/exports` responds with 429 until the month ends.',
    ),
    'Exports of orders of the month against the limit.',
  ),
  monthly_export_bytes: described(
    ofLimit(
      'Bytes of the files of these exports.',
      'Beyond it, `POST /datasets/{slug}/exports` responds with 429 until the month ends. An export that would exceed it fails.',
    ),
    'Bytes of exports of orders of the month against the limit.',
  ),
  requests_per_minute: described(
    v.object({ limit: described(count, 'Requests that may be made within a minute, over all keys.') }),
    'The rate limit. What remains of it is in the header `X-RateLimit-Remaining` of every response.',
  ),
  datasets: described(
    v.object({ count: described(count, 'Datasets with orders or settings.') }),
    'What `GET /datasets` lists.',
  ),
});
