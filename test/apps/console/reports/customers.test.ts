// Tests which customers the console requests, the CSV file that it writes, and the products that it suggests for a
// customer, without a browser.
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../../../apps/console/app/words/language.ts';
import {
  type CustomerFilters,
  parseCell,
  toQuery,
  writeCustomerCsv,
} from '../../../../apps/console/customers/customer-list.ts';
import { formatNext, selectAboveChance } from '../../../../apps/console/customers/next-products.ts';
import {
  type GetRecommendationsResponse,
  OrderAnalytics,
  type RfmCustomer,
} from '../../../../packages/client/src/index.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { listCustomersQuery } from '../../../../src/contract/resources/reports/report-customers.ts';

const ALL: CustomerFilters = {
  group: 'segment',
  names: [],
  cell: undefined,
  was: undefined,
  only: undefined,
  bounds: { min_frequency: ' ' },
  search: ' ',
  product: ' ',
  by: 'monetary',
  descending: true,
};

/** Returns the query as the service reads it. */
function parseFilters(filters: Partial<CustomerFilters>) {
  const query = toQuery({ ...ALL, ...filters });
  const texts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? value.map(String) : String(value)]];
  });
  return parseRequest(listCustomersQuery, Object.fromEntries(texts));
}

describe('the column of what a customer likely buys next', () => {
  beforeAll(() => chooseLanguage('en'));

  it('names three products at most, one of them new, and says when they are best sellers', () => {
    const again = ['Tea', 'Cup', 'Pot'];
    const basis = { next_basis: 'all_orders' } as const;
    expect(formatNext({ ...basis, next_again: again, next_new: ['Jam', 'Tin'] })).toBe('Tea, Cup, Jam');
    expect(formatNext({ ...basis, next_again: again, next_new: [] })).toBe('Tea, Cup, Pot');
    expect(formatNext({ next_basis: 'best_sellers', next_again: [], next_new: ['Jam'] })).toBe(
      'Best sellers: Jam',
    );
    expect(formatNext({ next_basis: null, next_again: null, next_new: null })).toBe('');
  });
});

describe('toQuery', () => {
  it('selects all customers, sorted by spend, by default', () => {
    expect(parseFilters({})).toMatchObject({ order_by: 'monetary', order: 'desc', left: false });
    expect(parseFilters({})).not.toHaveProperty('segment');
    expect(parseFilters({}).min_frequency).toBeUndefined();
    expect(parseFilters({})).not.toHaveProperty('search');
  });

  it('contains the segments of this report and of the earlier one, and the limits as typed', () => {
    expect(
      parseFilters({
        names: ['At Risk', 'Lost'],
        was: 'Champions',
        bounds: { max_recency: '30', min_frequency: '2', min_monetary: '-1.5', max_expected_value_90d: '9' },
        search: ' @shop ',
      }),
    ).toMatchObject({
      segment: ['At Risk', 'Lost'],
      previous_segment: ['Champions'],
      max_recency: 30,
      min_frequency: 2,
      min_monetary: -1.5,
      max_expected_value_90d: 9,
      search: '@shop',
    });
    expect(parseFilters({ only: 'moved' })).toMatchObject({ moved: true, left: false });
    expect(parseFilters({ only: 'joined' })).toMatchObject({ joined: true, left: false });
  });

  it('contains the scores of a valid cell of the grid, such as 5-4', () => {
    expect(parseFilters({ cell: parseCell('5-4') })).toMatchObject({ r_score: [5], fm_score: [4] });
    for (const text of [undefined, '', '54', '0-1', '1-6', '1-1-1']) {
      expect(parseFilters({ cell: parseCell(text) })).not.toHaveProperty('r_score');
    }
  });

  it('requests customers who have left by their previous segment or cohort', () => {
    const query = parseFilters({ names: ['Champions'], only: 'left' });
    expect(query).toMatchObject({ left: true, previous_segment: ['Champions'] });
    expect(query.segment).toBeUndefined();
    expect(parseFilters({ group: 'cohort', names: ['2026-01'], only: 'left' })).toMatchObject({
      left: true,
      previous_cohort: ['2026-01'],
    });
  });
});

describe('writeCustomerCsv', () => {
  it('writes the customers of all pages under one header, and no formulas', async () => {
    const rows = Array.from({ length: 2_001 }, (_, at) => createCustomer(`customer-${at}`));
    rows[1_500] = createCustomer('=HYPERLINK("http://evil.example","click")\u202E');
    const counts: number[] = [];
    const parts = await writeCustomerCsv(createClient(rows), '01KAJ3V6XQ0000000000000000', ALL, (count) =>
      counts.push(count),
    );
    const lines = parts.join('').split('\r\n');
    expect(lines).toHaveLength(rows.length + 2);
    expect(lines.filter((line) => line.startsWith('customer_id,'))).toEqual([
      Object.keys(createCustomer('')).join(','),
    ]);
    expect(lines[1_501]).toMatch(
      /^"'=HYPERLINK\(""http:\/\/evil\.example"",""click""\)\ufffd",,Champions,,5,/,
    );
    expect(lines.at(-1)).toBe('');
    expect(counts).toEqual([1_000, 2_000]);
  });
});

function createCustomer(id: string): RfmCustomer {
  return {
    customer_id: id,
    contact: null,
    segment: 'Champions',
    previous_segment: null,
    r_score: 5,
    f_score: 5,
    m_score: 5,
    recency: 1,
    frequency: 9,
    monetary: 12.5,
    first_purchase: '2026-01-01',
    last_purchase: '2026-05-01',
    probability_alive: null,
    expected_orders_90d: null,
    expected_value_90d: null,
  };
}

/** A service that has these customers, on pages of a thousand. */
function createClient(rows: readonly RfmCustomer[]): OrderAnalytics {
  const answer = (input: Parameters<typeof fetch>[0]): Response => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input);
    const from = Number(searchParams.get('cursor') ?? 0);
    const end = from + 1_000;
    return Response.json({
      compared_with: null,
      customers_matched: rows.length,
      customers: rows.slice(from, end),
      ...(end < rows.length && { next_cursor: String(end) }),
    });
  };
  return new OrderAnalytics({
    baseUrl: 'http://localhost/api/v1',
    apiKey: 'afn_test',
    fetch: async (input) => answer(input),
  });
}

type Recommendation = GetRecommendationsResponse['recommendations'][number];

const createRecommendation = (product: string, p: number, lift = 3): Recommendation => ({
  product,
  basis: 'rule',
  score: 1,
  because: { antecedents: ['Tea'], occurrences: 10, confidence: 0.5, lift, p_value_corrected: p },
  support: 0.1,
});
describe('suggested products', () => {
  it('are significant, and exclude best sellers', () => {
    const popular: Recommendation = {
      ...createRecommendation('Bag', 0),
      basis: 'popular',
      score: null,
      because: null,
    };
    const all = [
      createRecommendation('Milk', 0.001),
      createRecommendation('Cup', 0.2),
      createRecommendation('Soap', 0.001, 0.8),
      createRecommendation('Jam', 0.001),
      popular,
    ];
    expect(selectAboveChance(all).map(({ product }) => product)).toEqual(['Milk', 'Jam']);
    expect(selectAboveChance([createRecommendation('Cup', 0.2), popular])).toEqual([]);
  });
});
