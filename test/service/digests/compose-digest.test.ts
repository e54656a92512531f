// Tests digests: the actions of the first page in both languages, "nothing stands out" on noise, and no customer in any
// message, whatever products are named.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { replenishmentFinish } from '../../../src/analysis/report-types/replenishment/finish.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import type { AccountEvent } from '../../../src/contract/resources/events.ts';
import type { DigestLanguage } from '../../../src/contract/resources/webhook-endpoints.ts';
import { formatForSlack, formatForTeams } from '../../../src/service/digests/chat-messages.ts';
import { createComposeDigest } from '../../../src/service/digests/compose-digest.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { analyseReplenishment } from '../../../tools/harness/analyse.ts';
import { type LiteralOrder, sortByOrderId, toColumns } from '../../analysis/orders/literal-orders.ts';
import {
  createNoiseShop,
  createRhythmicShop,
} from '../../analysis/report-types/replenishment/cadence-shops.ts';

const HOSTILE = '<!channel> [Tea](https://evil.example) *x* & "y"';
const DAY_MS = 86_400_000;

function createDueBody(orders: readonly LiteralOrder[]): { readonly reference_date: string | null } {
  const { settings } = resolveReport({ template: 'due_to_reorder' });
  const { body } = analyseReplenishment(toColumns(sortByOrderId(orders)), settings);
  const described = replenishmentFinish.describe(body, null, settings);
  return { ...described, ...{ report_id: 'r1', report_type: 'REPLENISHMENT', currency: 'EUR' } };
}

/** A report on what is bought together, whose only finding is about two products. */
const createBasketBody = (first: string) => ({
  ...{ report_type: 'MBA', report_id: 'r2', currency: 'EUR', association_rules: [] },
  ai_insights: {
    bundles: [
      {
        expected_incremental_revenue: 1_234.5,
        rule: { antecedents: [first], consequents: ['Milk'] },
        evidence: {
          ...{ baskets_together: 30, baskets_with_antecedents: 60 },
          ...{ lift_within_periods: 2.5, p_value_corrected: 0.0001 },
        },
      },
    ],
  },
});

const toItem = (report_id: string, report_type: string, request: object = {}): ReportItem => ({
  ...{ account_id: 'acc', report_id, name: '', dataset_id: 'shop', usage_month: '', key_hash: '' },
  ...{ created_at: '2026-03-02T06:00:00.000Z', updated_at: '', status: 'Completed' },
  ...JSON.parse(JSON.stringify({ report_type, request })),
});

async function compose(
  stored: readonly { readonly item: ReportItem; readonly body: object }[],
  { language = 'en', now = 0, reportId = stored[0]?.item.report_id ?? '' } = {},
) {
  const composeDigest = createComposeDigest({
    reports: {
      get: async ({ reportId: id }) => stored.find(({ item }) => item.report_id === id)?.item,
      list: async () => stored.slice(1).map(({ item }) => item),
    },
    bodies: {
      async find({ reportId: id }) {
        const found = stored.find(({ item }) => item.report_id === id);
        return found && gzipSync(JSON.stringify(found.body));
      },
    },
    datasets: { get: async () => ({ slug: 'shop', name: 'Teashop' }) },
    publicUrl: 'https://api.example.com/api/v1',
  });
  const event: AccountEvent = {
    ...{ event: 'report.completed', event_id: 'e', sequence: 1, report_id: reportId },
    timestamp: new Date(now).toISOString(),
  };
  return composeDigest('acc', event, language === 'de' ? 'de' : 'en');
}

/** Customers are known by their addresses. */
const orders = createRhythmicShop(1).map((order) => ({
  ...order,
  customer: `${order.customer}@example.com`,
}));
const rhythmic = createDueBody(orders);
const now = Date.parse(rhythmic.reference_date ?? '') + DAY_MS;
const both = [
  { item: toItem('r1', 'REPLENISHMENT'), body: rhythmic },
  { item: toItem('r2', 'MBA'), body: createBasketBody(HOSTILE) },
];

describe('a digest', () => {
  it.each([
    ['en', 'Teashop: 2 suggestions', /^Remind \d+ customers/, '€1,234.50', 'From reports of Mar 2, 2026.'],
    ['de', 'Teashop: 2 Vorschläge', /^\d+ Kunden erinnern/, '1.234,50 €', 'Aus Berichten vom 02.03.2026.'],
  ])(
    'has the actions of the newest reports, in %s, with links into the console',
    async (language, subject, first, worth, basis) => {
      const digest = await compose(both, { language, now });
      expect(digest).toMatchObject({ subject, basis, remarks: [] });
      const [due, bundle] = digest?.items ?? [];
      expect(due?.title).toMatch(first);
      expect(due?.url).toBe('https://api.example.com/api/v1/console?view=report&id=r1&tab=customers&week=2');
      expect(bundle?.worth?.replace('\u00a0', ' ')).toContain(worth);
      expect(new URL(bundle?.url ?? '').searchParams.get('product')).toBe(HOSTILE);
    },
  );

  it('leaves out reports on a part of the shop, failed ones, and due customers of old orders', async () => {
    const partial = {
      ...both[0],
      item: toItem('r1', 'REPLENISHMENT', { params: { customer_scope: 'repeat' } }),
    };
    const failed = { ...both[1], item: { ...toItem('r2', 'MBA'), status: 'Failed' as const } };
    const body = createBasketBody('Tea');
    const none = await compose(
      [
        { ...partial, body },
        { ...failed, body },
      ],
      { now },
    );
    expect(none).toMatchObject({
      items: [],
      remarks: [expect.stringMatching(/^No report on the whole shop/)],
    });
    const old = await compose(both, { now: now + 60 * DAY_MS });
    expect(old?.items.map(({ title }) => title)).toEqual([`Sell ${HOSTILE} with Milk`]);
  });

  it('states that nothing stands out on noise, and on a shop with one customer', async () => {
    const [one] = createRhythmicShop(1);
    for (const orders of [createNoiseShop(3, 120), one === undefined ? [] : [one]])
      for (const [language, subject] of [
        ['en', 'Teashop: nothing stands out'],
        ['de', 'Teashop: keine Auffälligkeiten'],
      ] as const) {
        const body = createDueBody(orders);
        const digest = await compose([{ item: toItem('r1', 'REPLENISHMENT'), body }], { language, now });
        expect(digest).toMatchObject({ subject, items: [] });
        expect(digest?.remarks).toHaveLength(1);
      }
  });

  it('does not exist for an erased report', async () => {
    expect(await compose(both, { now, reportId: 'gone' })).toBeUndefined();
  });
});

describe('a message of Slack or Teams', () => {
  const LANGUAGES: readonly DigestLanguage[] = ['en', 'de'];

  it('holds no customer, and a product’s name in no element that is parsed', async () => {
    expect(new Set(orders.map(({ customer }) => customer)).size).toBeGreaterThan(100);
    for (const language of LANGUAGES) {
      const digest = await compose(both, { language, now });
      if (digest === undefined) throw new Error('expected a digest');
      for (const message of [formatForSlack(digest), formatForTeams(digest)]) {
        const text = JSON.stringify(message);
        expect(text).not.toMatch(/@|example\.com(?!\/api)/);
        const types = [...text.matchAll(/"type":"([^"]+)"/g)].map(([, type]) => type);
        expect(types).not.toContain('mrkdwn');
        expect(types).not.toContain('TextBlock');
      }
    }
  });

  it('escapes the text of a notification, and cuts the header', async () => {
    const item = toItem('r2', 'MBA');
    const long = await compose([{ item, body: createBasketBody('x'.repeat(500)) }], { now });
    if (long === undefined) throw new Error('expected a digest');
    expect(long.items[0]?.title).toHaveLength(400);
    const slack = formatForSlack({ ...long, subject: `<!channel> & ${'y'.repeat(400)}` });
    expect(slack).toMatchObject({ text: expect.stringMatching(/^&lt;!channel&gt; &amp; y/) });
    expect(JSON.stringify(slack)).toMatch(/"plain_text","text":"<!channel> & y{137}"/);
  });
});
