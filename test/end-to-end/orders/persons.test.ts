// Tests the identity rules and the merge list of a dataset, from the settings to reports and their lists.
import { describe, expect, it } from 'vitest';
import { RUN, useTarget } from '../use-target.ts';

const target = useTarget();
const slug = `persons-${RUN}`;

async function send(path: string, method: string, body?: unknown, headers: Record<string, string> = {}) {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answered = await target.client.send(`/datasets/${slug}${path}`, init);
  return { ...answered, etag: answered.headers.get('etag') ?? '' };
}

const createOrder = (order_id: string, customer_id: string, contact?: string) => ({
  order_id,
  customer_id,
  contact,
  order_date: `2026-03-0${order_id}T10:00:00Z`,
  line_items: [{ product_name: 'tea', unit_price: 2 }],
});

describe('the identity rules of a dataset', () => {
  const rules = { email: {}, phone: { country_code: '49' } };
  const countCustomers = async (params = {}) => {
    const report = await target.client.report({ report_type: 'RFM', dataset_id: slug, params });
    const { customer_count, identity, settings } = report;
    const { body } = await target.client.get(`/reports/${report.report_id}/customers?order_by=recency`);
    const listed = Object(body)
      .customers.map((row: { customer_id: string }) => row.customer_id)
      .sort();
    const byOther = await target.client.get(`/reports/${report.report_id}/customers?customer_id=bo%40web.de`);
    const found = Object(byOther.body).customers.map((row: { customer_id: string }) => row.customer_id);
    return {
      found,
      persons: Object(body).persons,
      customer_count,
      identity,
      listed,
      settings: Object(settings).identity,
    };
  };

  it('make reports count persons, on trial, for all, and no longer', async () => {
    await target.client.push(
      [
        createOrder('1', 'ann@web.de'),
        createOrder('2', '17', 'Ann@Web.de'),
        createOrder('3', '18', '0151 2637485'),
        createOrder('4', 'bo@web.de', '+49 151 2637485'),
        createOrder('5', 'carl'),
      ],
      slug,
    );
    const ids = ['17', '18', 'ann@web.de', 'bo@web.de', 'carl'];
    expect(await countCustomers()).toEqual({ customer_count: 5, listed: ids, found: ['bo@web.de'] });
    const tried = await countCustomers({ identity: rules });
    expect(tried).toMatchObject({
      customer_count: 3,
      listed: ['17', '18', 'carl'],
      settings: rules,
      found: ['18'],
      persons: [
        { customer_id: '17', other_ids: ['ann@web.de'] },
        { customer_id: '18', other_ids: ['bo@web.de'] },
      ],
      identity: { ids: 5, persons: 3, joined: { email: 1, phone: 1 }, without: { repeat_customers: 0 } },
    });
    expect((await send('', 'PATCH', { identity: rules })).body).toMatchObject({ identity: rules });
    expect(await countCustomers()).toEqual(tried);
    expect((await countCustomers({ identity: 'none' })).listed).toEqual(ids);
    expect((await send('', 'PATCH', { identity: null })).body.identity).toBeNull();
    expect((await countCustomers()).listed).toEqual(ids);
  });

  it('are refused with the field that is wrong', async () => {
    const identity = { email: { fields: ['e-mail'] } };
    const { status, body } = await send('', 'PATCH', { identity });
    expect([status, body.param]).toEqual([400, 'identity.email.fields[0]']);
  });

  it('join the ids of the merge list, which is replaced only as it was read', async () => {
    const empty = { version: null, merges: [], separate: [] };
    const read = await send('/merges', 'GET');
    expect(read.body).toEqual(empty);
    const list = { merges: [['carl', '17']], separate: ['18'] };
    const mine = await send('/merges', 'PUT', list, { 'If-Match': read.etag });
    expect(mine.body).toEqual({ ...list, version: expect.any(String) });
    expect((await send('/merges', 'PUT', { merges: [] }, { 'If-Match': read.etag })).status).toBe(412);
    expect((await send('/merges', 'GET')).body).toEqual(mine.body);
    expect((await countCustomers()).customer_count).toBe(5);
    const { listed, identity } = await countCustomers({ identity: rules });
    expect(listed).toEqual(['17', '18', 'bo@web.de']);
    expect(identity).toMatchObject({
      joined: { merge_list: 1, email: 1, phone: 0 },
      merge_list: mine.body.version,
    });
    expect((await send('/merges', 'PUT', { merges: [] })).body).toMatchObject({ merges: [] });
    expect((await countCustomers({ identity: {} })).customer_count).toBe(5);
  });

  it.each([
    [{ merges: [['a']] }, 'merges[0]'],
    [{ merges: [['a', 'b']], separate: ['b'] }, 'merges[0]'],
    [{ merges: [Array.from({ length: 51 }, (_, at) => `${at}`)] }, 'merges[0]'],
    [{ merges: Array.from({ length: 50 }, (_, at) => [`${at}`, `${at + 1}`]) }, 'merges[49]'],
    [
      {
        merges: Array.from({ length: 220 }, (_, at) => Array.from({ length: 46 }, (_, of) => `${at}-${of}`)),
      },
      'merges',
    ],
  ])('refuse a merge list that joins too many ids, or none: %#', async (list, param) => {
    const { status, body } = await send('/merges', 'PUT', list);
    expect([status, body.param]).toEqual([400, param]);
  });

  it('are those of a dataset that exists', async () => {
    const missing = await target.client.get(`/datasets/no-${slug}/merges`);
    expect(missing.status).toBe(404);
  });
});
