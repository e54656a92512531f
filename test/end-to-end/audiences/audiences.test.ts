// Tests /audiences over HTTP: preview, members, changes, erasure, deletion and effect.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { audience } from '../../../src/contract/resources/audiences.ts';
import { type Client, createClient, until } from '../../../tools/harness/client.ts';
import { createCommandLine } from '../../../tools/harness/command-line.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const RFM = { report: { report_type: 'RFM' } };

const createOrder = (id: string, customer_id: string, product_name: string) => ({
  order_id: id,
  customer_id,
  contact: `${customer_id}@example.com`,
  order_date: '2026-01-05',
  line_items: [{ product_name, unit_price: 2, quantity: 1 }],
});

async function refresh(client: Client, id: string) {
  const { status, body } = await client.send(`/audiences/${id}/runs`, { method: 'POST' });
  expect(status).toBe(202);
  const { runs } = await until(async () => {
    const { body: found } = await client.get(`/audiences/${id}/runs?limit=1`);
    const [run] = v.parse(v.array(v.object({ run_id: v.string(), status: v.string() })), found.runs);
    return run?.run_id === body.run_id && run?.status !== 'Processing' ? found : undefined;
  });
  return v.parse(v.tuple([v.record(v.string(), v.unknown())]), runs)[0];
}

/** Reads the members that the command line writes as CSV, NDJSON and Parquet. */
async function readMemberFiles(apiKey: string, audienceId: string): Promise<object[][]> {
  const cli = createCommandLine(target.local.cloud);
  const writeMembers = async (file: string) => {
    const ran = await cli.run(['audiences', 'members', audienceId, '--output', file, '--key', apiKey]);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      0,
      '',
      expect.stringMatching(`^Wrote .* to ${file}`),
    ]);
    return readFileSync(join(cli.dir, file));
  };
  try {
    const [head, ...lines] = String(await writeMembers('members.csv'))
      .trimEnd()
      .split('\r\n');
    expect(head).toBe('customer_id,contact,joined_at');
    const objects = String(await writeMembers('members.ndjson'))
      .trimEnd()
      .split('\n');
    const file = Uint8Array.from(await writeMembers('members.parquet')).buffer;
    const addHeldOut = (row: object) => ({ ...row, held_out: false });
    return [
      lines
        .map((line) => line.split(','))
        .map(([customer_id, contact, joined_at]) => addHeldOut({ customer_id, contact, joined_at })),
      objects.map((line) => addHeldOut(JSON.parse(line))),
      (await parquetReadObjects({ file })).map(addHeldOut),
    ];
  } finally {
    cli.remove();
  }
}

const listIds = (entries: unknown) =>
  v
    .parse(v.array(v.object({ customer_id: v.string() })), entries)
    .map(({ customer_id }) => customer_id)
    .sort();

describe.skipIf(DEPLOYED)('audiences (need accounts of their own)', () => {
  it('follow imports and erasures, and are deleted with their dataset', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    const published = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    await client.push([
      createOrder('1', 'ann', 'tea'),
      createOrder('2', 'bob', 'tea'),
      createOrder('3', 'cid', 'cup'),
    ]);
    const bought = {
      report: {
        report_type: 'RFM',
        filters: { conditions: [{ field: 'product_name', operator: 'equals', value: 'cup' }] },
      },
    };
    const conditions = [RFM, { ...bought, exclude: true }];
    expect(await client.post('/audiences/preview', { conditions })).toMatchObject({ status: 404 });
    const created = await client.post('/audiences', { name: 'No cup', conditions });
    expect(created).toMatchObject({ status: 201, body: { hold_out: 0, members: null } });
    const { audience_id: id } = v.parse(audience, created.body);
    expect((await client.get(`/audiences/${id}/members`)).body).toMatchObject({ members: [] });
    expect((await client.get(`/audiences/${id}/changes`)).body).toMatchObject({ until: null, changes: [] });

    expect(await refresh(client, id)).toMatchObject({ customers: 2, with_contact: 2, joined: 2, left: 0 });
    const first = await published.audiences.changes(id).page();
    expect(first.changes).toMatchObject(
      listIds(first.changes).length === 2 ? [{ change: 'joined' }, { change: 'joined' }] : [],
    );
    await client.push([createOrder('4', 'bob', 'cup'), createOrder('5', 'dan', 'tea')]);
    expect(await refresh(client, id)).toMatchObject({ customers: 2, joined: 1, left: 1 });
    const members: unknown[] = [];
    for await (const member of published.audiences.members(id, { limit: 1 })) members.push(member);
    expect(listIds(members)).toEqual(['ann', 'dan']);
    expect(members).toContainEqual(
      expect.objectContaining({ customer_id: 'ann', contact: 'ann@example.com', held_out: false }),
    );
    const { changes } = await published.audiences.changes(id, { since: first.until ?? '' }).page();
    expect(changes.map(({ customer_id, change }) => [customer_id, change]).sort()).toEqual([
      ['bob', 'left'],
      ['dan', 'joined'],
    ]);
    const preview = await client.post('/audiences/preview', { conditions: [RFM], overlap_with: [id] });
    expect(preview.body).toMatchObject({
      customers: 4,
      with_contact: 4,
      overlaps: [{ audience_id: id, customers: 2, common: 2 }],
    });

    const accepted = await client.send('/customers/ann', { method: 'DELETE' });
    expect(listIds((await client.get(`/audiences/${id}/members`)).body.members)).toEqual(['dan']);
    await until(async () => {
      const { body } = await client.get(`/erasures/${accepted.body.erasure_id}`);
      return body.status === 'completed' ? body : undefined;
    });
    expect(listIds((await client.get(`/audiences/${id}/members`)).body.members)).toEqual(['dan']);
    expect((await client.get(`/audiences/${id}`)).body).toMatchObject({ members: { customers: 1 } });
    expect(await refresh(client, id)).toMatchObject({ customers: 1, joined: 0, left: 0 });

    const { audience_id: other } = v.parse(
      audience,
      (await client.post('/audiences', { name: 'All', conditions: [RFM], hold_out: 0.5 })).body,
    );
    await refresh(client, other);
    const [kept, shown] = await Promise.all(
      [true, false].map(async (held_out) =>
        listIds((await published.audiences.members(other, { held_out }).page()).members),
      ),
    );
    expect([...(kept ?? []), ...(shown ?? [])].sort()).toEqual(['bob', 'cid', 'dan']);
    expect(await published.audiences.delete(other)).toMatchObject({ audience_id: other });
    expect(await client.get(`/audiences/${other}/members`)).toMatchObject({ status: 404 });
    expect((await published.audiences.list()).map(({ audience_id }) => audience_id)).toEqual([id]);
    // The erasure of a dataset deletes its audiences.
    const whole = await client.send('/datasets/default', { method: 'DELETE' });
    expect(await client.get(`/audiences/${id}/members`)).toMatchObject({ status: 404 });
    await until(async () => {
      const { body } = await client.get(`/erasures/${whole.body.erasure_id}`);
      return body.status === 'completed' ? body : undefined;
    });
    expect(await client.get(`/audiences/${id}`)).toMatchObject({ status: 404 });
  });

  it('are measured from a given day on, with every assigned customer', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    await client.push(Array.from({ length: 150 }, (_, at) => createOrder(`o${at}`, `c${at}`, 'tea')));
    const created = await client.post('/audiences', { name: 'All', conditions: [RFM], hold_out: 0.5 });
    const { audience_id } = v.parse(audience, created.body);
    const reportEffect = (params: object) =>
      client.report({ template: 'audience_effect', params: { audience_id, ...params } });
    expect(await reportEffect({ days: 5 })).toMatchObject({
      ...{ status: 'Completed with warnings', effect: null, plan: null, ai_insights: null },
      warnings: [expect.stringContaining('Nobody is in the audience')],
    });
    await refresh(client, audience_id);
    const { body } = await client.get(`/audiences/${audience_id}/members?limit=1000`);
    const today = new Date();
    const formatDay = (later: number) =>
      new Date(today.getTime() + later * 86_400_000).toISOString().slice(0, 10);
    expect(await reportEffect({ days: 5 })).toMatchObject({
      plan: { customers: 150, past: { customers: 0 } },
      ai_insights: { summary: expect.stringContaining('A plan needs 100 customers') },
    });
    // Everybody who was contacted orders on the next day, and one of them a week later.
    const sent = listIds(body.members);
    expect(await readMemberFiles(apiKey, audience_id)).toEqual([body.members, body.members, body.members]);
    const later = sent.map((id, at) => ({ ...createOrder(`n${at}`, id, 'tea'), order_date: formatDay(1) }));
    await client.push([...later, { ...createOrder('last', sent[0] ?? '', 'tea'), order_date: formatDay(7) }]);
    const since = formatDay(-30);
    expect(await reportEffect({ since, days: 40 })).toMatchObject({
      report_type: 'EFFECT',
      summary: { customers: 150, held_out: 150 - sent.length, members: 150, first_assigned: formatDay(0) },
      effect: {
        ...{ since, days: 40, days_passed: 38, verdict: 'more' },
        sent: { customers: sent.length, orders: sent.length + 1, customers_who_ordered: sent.length },
        held_out: { customers: 150 - sent.length, orders: 0 },
      },
      ai_insights: {
        summary: expect.stringMatching(
          /^The campaign worked: .* orders per 100 customers contacted, .* 2 days to go\.$/,
        ),
      },
    });
    // An erased customer no longer counts in their group.
    const { body: erasure } = await client.send(`/customers/${sent[1]}`, { method: 'DELETE' });
    for (const rows of await readMemberFiles(apiKey, audience_id))
      expect(listIds(rows)).toEqual(sent.filter((id) => id !== sent[1]));
    const { effect } = v.parse(
      v.object({ effect: v.object({ sent: v.object({ customers: v.number() }) }) }),
      await reportEffect({ since, days: 40, decide_on: 'customers' }).catch(async () => {
        // A report may be refused while the erasure runs.
        await until(async () => {
          const { body: found } = await client.get(`/erasures/${erasure.erasure_id}`);
          return found.status === 'completed' ? found : undefined;
        });
        return reportEffect({ since, days: 40, decide_on: 'customers' });
      }),
    );
    expect(effect.sent.customers).toBe(sent.length - 1);

    const fetchRefusal = async (params: object, more: object = {}) => {
      const { status, body: answer } = await client.post('/reports', {
        report_type: 'EFFECT',
        params,
        ...more,
      });
      return [status, answer.error];
    };
    await client.post('/data/orders', { dataset_id: 'other', orders: [createOrder('1', 'ann', 'tea')] });
    expect(
      await Promise.all([
        fetchRefusal({}),
        fetchRefusal({ audience_id: 'none' }),
        fetchRefusal({ audience_id: '01M7YQ9C8F2H4K6M8P0R2T4V6X' }),
        fetchRefusal({ audience_id }, { dataset_id: 'other' }),
        fetchRefusal({ audience_id, since: '2026-02-30' }),
        fetchRefusal({ audience_id, days: 366 }),
        fetchRefusal({ audience_id }, { filters: { dateRange: { start: '2026-01-01' } } }),
        fetchRefusal({ audience_id, customer_scope: 'repeat' }),
      ]),
    ).toEqual([
      [400, 'params.audience_id: required by EFFECT reports'],
      [400, 'params.audience_id: expected an audience of the dataset default'],
      [400, 'params.audience_id: expected an audience of the dataset default'],
      [400, 'params.audience_id: expected an audience of the dataset other'],
      [400, expect.stringMatching(/^params\.since: expected a date YYYY-MM-DD/)],
      [400, expect.stringMatching(/^params\.days: expected a whole number from 1 to 365/)],
      [400, expect.stringMatching(/^filters\.dateRange: EFFECT reports count everyone assigned/)],
      [400, expect.stringMatching(/^params\.customer_scope: EFFECT reports count everyone assigned/)],
    ]);
  });
});
