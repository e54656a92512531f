// Tests that `schedules change` sends only the members that its options name.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliCommand } from '../../../../apps/cli/commands/cli-command.ts';
import { addChangeCommand } from '../../../../apps/cli/commands/reports/change-schedule.ts';
import { listen } from '../../../../apps/local-cloud/free-port.ts';
import type { Schedule } from '../../../../packages/client/src/index.ts';
import { createApiKey } from '../../../../src/analysis/accounts/api-key.ts';

const sent: unknown[] = [];
const schedule = {
  schedule_id: 'S1',
  time_zone: 'Europe/Berlin',
  date_range: 'last_90_days',
  next_run_at: '2026-04-06T05:00:00.000Z',
} satisfies Partial<Schedule>;
/** The report of the existing schedule. */
let report: object = {
  template: 'standard_rfm',
  webhook_url: 'https://example.com/hooks/reports',
  dataset_id: 'default',
};
const printed: string[] = [];
const service = createServer(async (request, response) => {
  const bytes = await buffer(request);
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  if (request.method !== 'GET') sent.push([request.method, request.url, JSON.parse(body.toString())]);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ ...schedule, report }));
});
const key = createApiKey(() => 7);
let url = '';

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(service, 0)}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

async function change(...options: string[]): Promise<void> {
  const program = new CliCommand().exitOverride();
  addChangeCommand(
    {
      deployment: () => Promise.reject(new Error('the address is given')),
      print: (_value, text) => printed.push(text),
    },
    program,
  );
  await program.parseAsync(['change', 'S1', '--key', key, '--url', url, ...options], { from: 'user' });
}

it('sends only the given options', async () => {
  await change('--expression', 'rate(1 day)', '--range', 'last_14_days', '--schedule-time-zone', 'UTC');
  await change('--no-only-if-changed', '--schedule-name', 'Daily');
  await change('--only-if-changed');
  await change();
  expect(sent).toEqual([
    ['PATCH', '/schedules/S1', { expression: 'rate(1 day)', date_range: 'last_14_days', time_zone: 'UTC' }],
    ['PATCH', '/schedules/S1', { only_if_changed: false, name: 'Daily' }],
    ['PATCH', '/schedules/S1', { only_if_changed: true }],
    ['PATCH', '/schedules/S1', {}],
  ]);
  expect(printed[0]).toBe(
    `Schedule S1 is changed. Next run: ${schedule.next_run_at} (time zone Europe/Berlin).`,
  );
});

describe('the report of a schedule', () => {
  const BASKETS = {
    template: 'first_order',
    dataset_id: 'shop',
    webhook_url: 'https://example.com/hook',
    filters: { conditions: [{ field: 'quantity', operator: 'greater_than', value: 1 }] },
    params: { min_support: 0.02, rules: { max_products: 3 }, serve: { fields: ['category'] } },
  };
  const changeReport = async (...options: string[]): Promise<unknown> => {
    report = BASKETS;
    await change(...options);
    return sent.at(-1);
  };

  it('keeps settings without an option, and the schedule’s date range', async () => {
    expect(
      await changeReport(
        ...[
          '--min-confidence',
          '0.3',
          '--min-lift',
          '2',
          '--product-profiles',
          '--expression',
          'rate(1 day)',
        ],
      ),
    ).toEqual([
      'PATCH',
      '/schedules/S1',
      {
        expression: 'rate(1 day)',
        date_range: 'last_90_days',
        report: {
          ...BASKETS,
          params: {
            ...BASKETS.params,
            min_confidence: 0.3,
            product_profiles: true,
            rules: { max_products: 3, min_lift: 2 },
          },
        },
      },
    ]);
    expect(
      await changeReport('--type', 'RFM', '--dataset', 'other', '--where', 'customer_id=c1'),
    ).toMatchObject([
      'PATCH',
      '/schedules/S1',
      {
        report: {
          report_type: 'RFM',
          dataset_id: 'other',
          filters: { conditions: [{ field: 'customer_id', operator: 'equals', value: 'c1' }] },
        },
      },
    ]);
    expect(sent.at(-1)).not.toHaveProperty('2.report.template');
  });

  it('replaces the schedule’s date range with dates of its own, and the reverse', async () => {
    const filters = { ...BASKETS.filters, dateRange: { start: '2026-01-01' } };
    expect(await changeReport('--start', '2026-01-01')).toEqual([
      'PATCH',
      '/schedules/S1',
      { report: { ...BASKETS, filters } },
    ]);
    report = { ...BASKETS, filters: { dateRange: { start: '2026-01-01' } } };
    await change('--range', 'last_14_days', '--name', 'Recent');
    const { filters: _, ...rest } = BASKETS;
    const recent = { date_range: 'last_14_days', report: { ...rest, name: 'Recent' } };
    expect(sent.at(-1)).toEqual(['PATCH', '/schedules/S1', recent]);
  });

  it('loses the members that --unset names, and refuses a name that it does not set', async () => {
    const paths = ['params.rules.max_products', 'filters.conditions', 'webhook_url'];
    const params = { min_support: 0.02, serve: { fields: ['category'] } };
    expect(await changeReport(...paths.flatMap((path) => ['--unset', path]))).toEqual([
      'PATCH',
      '/schedules/S1',
      { date_range: 'last_90_days', report: { template: 'first_order', dataset_id: 'shop', params } },
    ]);
    const before = sent.length;
    await expect(changeReport('--unset', 'params.min_suport')).rejects.toThrow(
      '--unset params.min_suport: the report does not set it; it sets template, dataset_id, webhook_url,',
    );
    expect(sent).toHaveLength(before);
  });
});

it('refuses invalid settings before it sends a request', async () => {
  const before = sent.length;
  await expect(change('--expression', 'rate(1 minute)')).rejects.toThrow('expression: expected');
  expect(sent).toHaveLength(before);
});
