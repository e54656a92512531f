// Which product sets a segment apart: enough buyers, beyond chance, and no fee.
import { describe, expect, it } from 'vitest';
import { buildRfmReport } from '../../../src/report-types/rfm/analyse.ts';
import { distinctiveProduct, withRfmInsights } from '../../../src/report-types/rfm/insights.ts';
import type { RfmSegment } from '../../../src/report-types/rfm/schema.ts';
import { columnsOf, line, settingsOf } from '../../core/orders/literal-orders.ts';

const report = buildRfmReport(
  columnsOf([{ id: '1', customer: 'ada', date: '2024-01-01', lines: [line('Tea', 4)] }]),
  settingsOf(),
);
const [plain] = report.segments;

/** A segment of 50 among 500 customers. `buyers`: in the segment; `all`: in the report. */
function segmentWith(...products: { name: string; buyers: number; all: number }[]): RfmSegment {
  if (plain === undefined) throw new Error('no segment');
  const top_products = products.map(({ name, buyers, all }) => ({
    product_name: name,
    orders: buyers,
    customers: buyers,
    quantity: buyers,
    revenue: 10 * buyers,
    share_of_segment_customers: buyers / 50,
    lift: buyers / 50 / (all / 500),
  }));
  return { ...plain, count: 50, top_products };
}

/** `products`: that were sold. */
function favouriteOf(segment: RfmSegment, products = 1): string | undefined {
  const { metrics } = report;
  if (metrics === null) throw new Error('no metrics');
  const looked = { customer_count: 500, segments: [segment], metrics: { ...metrics, products } };
  return distinctiveProduct(segment, looked)?.product_name;
}

describe('what sets a segment apart', () => {
  it('is the product of the highest lift among those that chance does not explain', () => {
    const clock = { name: 'Clock', buyers: 20, all: 60 };
    const lamp = { name: 'Lamp', buyers: 12, all: 20 };
    expect(favouriteOf(segmentWith(clock, lamp))).toBe('Lamp');
  });

  it.each([
    ['one customer of 50 bought it', { name: 'Lamp', buyers: 1, all: 1 }],
    ['four customers bought it, however far beyond chance', { name: 'Lamp', buyers: 4, all: 4 }],
    // Ten buyers in the segment, where chance brings six.
    ['chance brings as many', { name: 'Lamp', buyers: 10, all: 60 }],
    ['the others buy it as often', { name: 'Lamp', buyers: 20, all: 200 }],
    ['it is a fee', { name: 'DOTCOM POSTAGE', buyers: 30, all: 60 }],
  ])('is nothing where %s', (_, product) => {
    expect(favouriteOf(segmentWith(product))).toBeUndefined();
  });

  it('is corrected for the number of products that were looked at', () => {
    // 24 % of its customers, 13.1 % or more at 95 %, and 11.6 % of the others: beyond chance alone, not as one of five.
    const lamp = { name: 'Lamp', buyers: 12, all: 64 };
    expect(favouriteOf(segmentWith(lamp))).toBe('Lamp');
    expect(favouriteOf(segmentWith(lamp), 5)).toBeUndefined();
  });
});

describe('what changed since the earlier report', () => {
  const changes = {
    compared_with: {
      report_id: '01K000000000000000000EARLY',
      created_at: '2026-11-21T10:00:00.000Z',
      reference_date: '2011-09-10',
    },
    migration: [],
    segment_growth: [],
    moved: 205,
  };

  it('changed since its reference date, not since it was asked for', () => {
    const { ai_strategic_insights } = withRfmInsights({ ...report, changes }, settingsOf());
    expect(ai_strategic_insights?.growth?.text).toMatch(
      /^Since 2011-09-10, 205 customers moved to another segment, 0 joined and 0 left the report\./,
    );
  });

  it('has no date where the earlier report had none', () => {
    const { reference_date: _, ...undated } = changes.compared_with;
    const { ai_strategic_insights } = withRfmInsights(
      { ...report, changes: { ...changes, compared_with: undated } },
      settingsOf(),
    );
    expect(ai_strategic_insights?.growth?.text).toMatch(/^Since the earlier report, 205 /);
  });
});
