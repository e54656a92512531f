// /schedules over HTTP: what is stored, changed and refused. The tick has tests of its own.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Reply } from '../../../quality/harness/client.ts';
import { schedule } from '../../../src/contract/resources/reports/schedules.ts';
import { MAX_SCHEDULES } from '../../../src/schema/limits.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const REPORT = { template: 'standard_rfm' };
const send = (id: string, method: string, body?: unknown): Promise<Reply> =>
  target.client.send(`/schedules/${id}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function create(request: object): Promise<v.InferOutput<typeof schedule>> {
  const { status, body } = await target.client.post('/schedules', request);
  expect(status).toBe(201);
  return v.parse(schedule, body);
}

it('creates, lists, changes, pauses, resumes and deletes a schedule', async () => {
  const created = await create({
    expression: 'cron(0 7 * * MON)',
    report: { ...REPORT, params: { time_zone: 'America/New_York' } },
    date_range: 'last_90_days',
  });
  expect(created).toMatchObject({
    name: 'Standard RFM segmentation',
    status: 'active',
    time_zone: 'America/New_York',
    report: { ...REPORT, dataset_id: 'default' },
    only_if_changed: false,
    runs: { started: 0, skipped: 0, failed: 0 },
  });
  expect(new Date(created.next_run_at ?? '').getUTCDay()).toBe(1);
  const id = created.schedule_id;
  expect((await send(id, 'GET')).body).toEqual(created);
  expect((await target.client.get('/schedules')).body.schedules).toContainEqual(created);

  const { body: renamed } = await send(id, 'PATCH', { name: 'Weekly' });
  expect(renamed).toEqual({ ...created, name: 'Weekly', updated_by: created.created_by });
  const changed = await send(id, 'PATCH', { expression: 'rate(1 day)', time_zone: 'UTC' });
  const daily = v.parse(schedule, changed.body);
  expect(Date.parse(daily.next_run_at ?? '') - Date.now()).toBeLessThanOrEqual(86_400_000);
  const { body: other } = await send(id, 'PATCH', { report: { report_type: 'MBA' } });
  expect(other).toMatchObject({ report: { report_type: 'MBA' } });
  expect(other.date_range).toBeNull();

  const { body: paused } = await send(id, 'PATCH', { status: 'paused' });
  expect(paused).toMatchObject({ status: 'paused', paused_because: 'requested' });
  expect(paused.next_run_at).toBeNull();
  const resumed = v.parse(schedule, (await send(id, 'PATCH', { status: 'active' })).body);
  expect(resumed.status).toBe('active');
  expect(Date.parse(resumed.next_run_at ?? '')).toBeGreaterThan(Date.now());

  expect((await send(id, 'DELETE')).body).toEqual(resumed);
  expect((await send(id, 'GET')).status).toBe(404);
  expect((await send(id, 'PATCH', { status: 'paused' })).status).toBe(404);
});

it.skipIf(DEPLOYED)(
  `refuses more than ${MAX_SCHEDULES} schedules, and creates one for requests with one Idempotency-Key (needs an account of its own)`,
  async () => {
    const { apiKey } = await target.local.newAccount('max');
    const post = async (key: string): Promise<{ status: number; id: unknown; code: unknown }> => {
      const response = await fetch(`${target.baseUrl}/schedules`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': key },
        body: JSON.stringify({ expression: 'rate(300 days)', report: REPORT }),
      });
      const { schedule_id, code } = v.parse(v.looseObject({}), await response.json());
      return { status: response.status, id: schedule_id, code };
    };
    const [first, again] = [await post('0'), await post('0')];
    expect([first.status, again.id]).toEqual([201, first.id]);
    for (let n = 1; n < MAX_SCHEDULES; n++) expect((await post(String(n))).status).toBe(201);
    expect(await post('one too many')).toMatchObject({ status: 409, code: 'schedule_limit_exceeded' });
  },
);
