// Tenants are kept apart: wherever a request can name something, naming what is another account's is answered byte for
// byte as naming what nobody has. A route of the template without a case here fails.
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Keys, OrderAnalytics } from '../../../client/src/index.ts';
import { type Client, createClient } from '../../../quality/harness/client.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';
import {
  type Asked,
  AUDIENCE,
  type Belongings,
  DESTINATION,
  ENDPOINT,
  push,
  RFM,
  SCHEDULE,
} from './tenant-asks.ts';
import { CASES } from './tenant-cases.ts';

const target = useTarget();

/** Of an answer, what must not depend on whose ids were named: ids and times are replaced by what they are. */
async function comparable(response: Response, of: Belongings): Promise<unknown> {
  const { account, dataset } = of;
  const masked = (text: string): string =>
    text
      .replaceAll(account, '<account>')
      .replaceAll(dataset, '<dataset>')
      .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '<id>')
      .replaceAll(/(request_id\\*":\\*")[0-9a-f-]{36}/g, '$1<uuid>')
      .replaceAll(/afn_\w+…\w+/g, '<hint>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  const text = masked(await response.text());
  // Budgets of publishable keys end with the minute, and a second may pass between the two requests.
  const own = [
    'date',
    'apigw-requestid',
    'request-id',
    'x-request-id',
    'etag',
    'content-length',
    'x-ratelimit-reset',
  ];
  const headers = [...response.headers]
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => [name, name === 'x-ratelimit-reset' ? '<seconds>' : masked(value)]);
  return { status: response.status, headers, text };
}

describe.skipIf(DEPLOYED)('a tenant (needs accounts of its own)', () => {
  let owner: Client;
  let theirs: Belongings;
  let keys: Keys;

  beforeAll(async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    owner = createClient(target.baseUrl, apiKey);
    const [dataset, customer, order, idempotencyKey] = [
      `theirs-${RUN}`,
      'ann',
      'order-1',
      `key-${randomUUID()}`,
    ];
    const job = await owner.push(push(dataset, order, customer).orders, dataset);
    const report = await owner.report({ template: 'standard_rfm', dataset_id: dataset });
    await owner.report({ report_type: 'MBA', dataset_id: dataset, params: { serve: true } });
    const exported = await owner.post(`/reports/${report.report_id}/exports`, {
      what: 'customers',
      format: 'csv',
    });
    const erased = await owner.send('/customers/bob', { method: 'DELETE' });
    const source = await owner.post('/sources', { kind: 'shopify', secret: 'theirs', dataset_id: dataset });
    const admin = await target.local.operations.createKey(accountId, 'admin');
    keys = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey: admin }).keys;
    const viewer = await keys.create({ kind: 'read_only', name: 'theirs' });
    const schedule = await owner.post('/schedules', {
      ...SCHEDULE,
      report: { ...RFM, dataset_id: dataset },
    });
    const audience = await owner.post('/audiences', { ...AUDIENCE, dataset_id: dataset });
    const destination = await owner.post(`/audiences/${audience.body.audience_id}/destinations`, DESTINATION);
    const endpoint = await owner.post('/webhooks/endpoints', ENDPOINT);
    await owner.send('/data/orders', {
      method: 'POST',
      headers: { 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(push('own', order, customer)),
    });
    theirs = {
      ...{ account: accountId, dataset, customer, order, idempotencyKey },
      import: String(job.import_id),
      report: String(report.report_id),
      erasure: String(erased.body.erasure_id),
      schedule: String(schedule.body.schedule_id),
      source: String(source.body.source_id),
      key: viewer.key_id,
      export: String(exported.body.export_id),
      audience: String(audience.body.audience_id),
      destination: String(destination.body.destination_id),
      endpoint: String(endpoint.body.endpoint_id),
    };
  });

  /** Ids of the same shape that nobody has. */
  const nobodys = (): Belongings => ({
    account: `acc_${ulid()}`,
    import: ulid(),
    report: ulid(),
    erasure: ulid(),
    schedule: ulid(),
    source: ulid(),
    key: ulid(),
    export: ulid(),
    audience: ulid(),
    destination: ulid(),
    endpoint: ulid(),
    dataset: `nobody-${RUN}`,
    customer: 'eve',
    order: 'order-2',
    idempotencyKey: `key-${randomUUID()}`,
  });

  /** Asked by someone without a past, so that only the ids differ. */
  async function answer(
    method: string,
    { path, body, headers = {} }: Asked,
    of: Belongings,
  ): Promise<unknown> {
    const { accountId, apiKey: secret } = await target.local.newAccount('max');
    const isOfKeys = path.startsWith('/keys');
    const apiKey = isOfKeys ? await target.local.operations.createKey(accountId, 'admin') : secret;
    const response = await fetch(`${target.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return comparable(response, of);
  }

  it('has a case for every route of the template', () => {
    const tried = (route: string) => CASES[route] ?? CASES[route.replace('HEAD', 'GET')];
    expect(target.local.routeKeys.filter((route) => tried(route) === undefined)).toEqual([]);
    expect(target.local.routeKeys).toContain('GET /api/v1/reports/{id}');
  });

  const cases = Object.entries(CASES).flatMap(([route, asks]) =>
    asks.flatMap((ask, i) => {
      const method = route.startsWith('$') ? 'GET' : (route.split(' ')[0] ?? '');
      return (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((method) => ({ route, i, method, ask }));
    }),
  );
  it('reads by a publishable key what its own account has, whatever dataset the key or the request names', async () => {
    const none = nobodys();
    const askedBy = async (of: Belongings, bound: boolean) => {
      const { accountId } = await target.local.newAccount('max');
      const use = { origins: ['https://shop.example'], ...(bound && { dataset: of.dataset }) };
      const key = await target.local.operations.createKey(accountId, use);
      const path = `/recommendations?product=tea${bound ? '' : `&dataset_id=${of.dataset}`}`;
      const headers = { Authorization: `Bearer ${key}`, Origin: 'https://shop.example' };
      return comparable(await fetch(`${target.baseUrl}${path}`, { headers }), of);
    };
    for (const bound of [true, false]) {
      const answered = await askedBy(theirs, bound);
      expect(answered).toEqual(await askedBy(none, bound));
      expect(answered).toMatchObject({ status: 400 });
    }
  });

  it.each(cases)(
    'hears of foreign ids what it hears of ids that nobody has: $method of $route $i',
    async ({ method, ask }) => {
      const none = nobodys();
      expect(await answer(method, ask(theirs), theirs)).toEqual(await answer(method, ask(none), none));
    },
  );

  it('keeps all of its data unchanged by requests of other accounts', async () => {
    const { body } = await owner.get(`/data/orders?import_id=${theirs.import}`);
    expect(body).toMatchObject({ status: 'completed', rows: { total: 1, inserted: 1 } });
    expect((await owner.get(`/reports/${theirs.report}`)).body).toMatchObject({ customer_count: 1 });
    expect((await owner.get('/datasets')).body).toMatchObject({
      datasets: ['default', 'own', theirs.dataset].map((slug) => ({ slug })),
    });
    const { body: schedule } = await owner.get(`/schedules/${theirs.schedule}`);
    expect(schedule).toMatchObject({ status: 'active', ...SCHEDULE });
    const { body: source } = await owner.get(`/sources/${theirs.source}`);
    expect(source).toMatchObject({ status: 'active', has_secret: true });
    expect(source).toMatchObject({ former_secret_until: null });
    expect(await keys.get(theirs.key)).toMatchObject({ status: 'active', name: 'theirs' });
    const again = await owner.report({ template: 'standard_rfm', dataset_id: theirs.dataset });
    expect(again).toMatchObject({ customer_count: 1 });
  });
});
