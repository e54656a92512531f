// As concepts.test.ts: what docs/concepts says of customers, products and campaigns.
import { describe, expect, it } from 'vitest';
import { fisherTwoSided } from '../../src/analysis/chance/fisher.ts';
import { isEnough } from '../../src/analysis/effect/measure-effect.ts';
import { detectableLift } from '../../src/analysis/effect/paths.ts';
import { gatherEvidence } from '../../src/analysis/recommendations/product-evidence.ts';
import { recommend } from '../../src/analysis/recommendations/recommend.ts';
import { analyseMarketBasket } from '../../src/analysis/report-types/market-basket/partitions/partitioned.ts';
import { scoreCustomers } from '../../src/analysis/rfm/customer-scores.ts';
import { rfmCustomers } from '../../src/analysis/rfm/customers.ts';
import { segmentOf } from '../../src/analysis/rfm/segments.ts';
import { expectedBuyers, VolumeCounts } from '../../src/analysis/rfm/top-products.ts';
import { SEGMENT_CELLS, SEGMENT_NAMES } from '../../src/contract/report-types/rfm/segments.ts';
import { dayOfDate } from '../../src/contract/settings/calendar.ts';
import { toBaskets } from '../analysis/mining/basket-data.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../analysis/orders/literal-orders.ts';
import { numbersIn, page, section, table } from './concepts-page.ts';

describe('scores', () => {
  const text = section('A worked example: scores');
  const orders = table(text, 'customer', 3).map(
    ([customer = '', date = '', bought = ''], at): LiteralOrder => {
      const [quantity, price] = bought.split(' × ').map(Number);
      return { id: `o${at}`, customer, date, lines: [line('product', price, quantity)] };
    },
  );
  const columns = columnsOf(orders);
  const reference = /newest order is dated (\S+):/.exec(text)?.[1] ?? '';
  const customers = rfmCustomers(columns, settingsOf(), dayOfDate(reference));
  const scores = scoreCustomers(customers);

  it('are those of each customer', () => {
    const found = Array.from(customers.customer, (customer, at) => [
      columns.customers[customer],
      ...[customers.recency, customers.frequency, customers.monetary].map((values) => String(values[at])),
      ...[scores.r, scores.f, scores.m].map((values) => String(values[at])),
      SEGMENT_NAMES[scores.segment[at] ?? -1],
    ]);
    expect(table(text, 'customer', 8)).toEqual(found);
  });

  it('give each segment the example that it has', () => {
    const examples = table(page, 'segment', 4);
    expect(examples.map(([name]) => name)).toEqual(SEGMENT_NAMES);
    for (const [name, , scored = '', fm] of examples) {
      const [r = 0, f = 0, m = 0] = scored.split(', ').map(Number);
      expect([name, SEGMENT_NAMES[segmentOf(r, f, m)], String(Math.ceil((f + m) / 2))]).toEqual([
        name,
        name,
        fm,
      ]);
    }
  });

  it('has every cell of the grid in the table of segments', () => {
    const grid = table(page, 'R \\ FM', 6).map(([, ...names]) => names);
    const found = grid.map(() => ['', '', '', '', '']);
    for (const [name, segmentCells] of Object.entries(SEGMENT_CELLS)) {
      for (const cell of segmentCells) {
        const row = found[5 - Number(cell[0])];
        if (row !== undefined) row[Number(cell[1]) - 1] = name;
      }
    }
    expect(grid).toEqual(found);
  });
});

describe('what sets a segment apart', () => {
  const text = section('What sets a segment apart');
  const [all = 0, single = 0, products = 0, several = 0] = numbersIn(
    /of (\d+) customers, (\d+) bought one of (\d+) equally popular products of one price, and (\d+) bought four/,
    text,
  );
  const [withFour = 0, withOne = 0, expected] = numbersIn(
    /Champions are (\d+) customers with four products and (\d+) with one: (\d+\.\d+) of/,
    text,
  );
  const counts = new VolumeCounts(2);
  for (let customer = 0; customer < all; customer++) {
    const different = customer < single ? 1 : 4;
    const isChampion = customer < withOne || customer >= all - withFour;
    counts.addCustomer(different);
    for (let at = 0; at < different; at++) counts.addProduct(different, isChampion ? 0 : 1);
  }
  const [buyers = 0] = numbersIn(/so that tea has (\d+) buyers/, text);
  const found = expectedBuyers(
    counts,
    Array.from({ length: products }, () => buyers),
  )(buyers, 0);

  it('has the expected buyers of the example', () => {
    expect(several).toBe(all - single);
    expect(buyers).toBe((single + 4 * several) / products);
    expect(found).toBeCloseTo(expected ?? Number.NaN, 6);
  });
});

describe('recommendations', () => {
  const text = section('A worked example: recommendations');
  const [, minSupport, minConfidence] =
    /`min_support` ([\d.]+) and `min_confidence` ([\d.]+)/.exec(text) ?? [];
  const lists = [...text.matchAll(/^(\d+) × (.*)$/gm)].flatMap(([, times, basket = '']) =>
    Array.from({ length: Number(times) }, () => basket.split(', ')),
  );
  const baskets = toBaskets(lists);
  const options = { minSupport: Number(minSupport), minConfidence: Number(minConfidence) };
  const shelves = ['kitchen', 'bath'].map((value) => ({ field: 'shelf', value }));
  const fieldValues = {
    fields: ['shelf'],
    values: shelves,
    ofItem: {
      start: Uint32Array.from([...baskets.products.keys(), baskets.products.length]),
      other: Uint32Array.from(baskets.products, (name) => (name === 'soap' ? 1 : 0)),
    },
    cut: new Map(),
  };
  const gathered = gatherEvidence(baskets, { ...options, fieldValues });
  const evidence = [...gathered.products()].filter(({ product }) => ['tea', 'lemon'].includes(product));
  const found = recommend(new Set(['tea', 'lemon']), evidence, gathered.summary(), { limit: 5 });

  it('are those of the page, in its order, with its scores and rules', () => {
    const shown = table(text, 'product', 5).map((row) => row.slice(0, 4));
    expect(lists).toHaveLength(15);
    expect(
      found.map(({ product, basis, score, because }) => [
        product,
        basis,
        score === null ? '' : String(score),
        because === null ? '' : `${because.antecedents.join(', ')} → ${product}`,
      ]),
    ).toEqual(shown);
  });
});

describe('value that few baskets carry', () => {
  const text = section('A worked example: value that few baskets carry');
  const inks = [500, 400, ...Array.from({ length: 10 }, () => 10)];
  const others = ['tea', 'milk', 'bread', 'honey'];
  const pairs = others.flatMap((one, at) => others.slice(at + 1).map((other) => [one, other] as const));
  const orders = [
    ...inks.map((price, at) => ({ id: `ink ${at}`, lines: [line('pen', 2), line('ink', price)] })),
    ...pairs.flatMap(([one, other]) =>
      Array.from({ length: 8 }, (_, at) => ({
        id: `${one} ${other} ${at}`,
        lines: [line(one, 1), line(other, 1)],
      })),
    ),
  ];
  const { association_rules } = analyseMarketBasket(columnsOf(orders), settingsOf()).body;

  it.each(table(text, 'rule', 6))('%s', (name, ...figures) => {
    const rule = association_rules.find(
      ({ antecedents, consequents }) => `${antecedents.join()} → ${consequents.join()}` === name,
    );
    const { occurrences, incremental_value, half_from } = rule?.impact_analysis ?? {};
    expect(figures.slice(0, 4)).toEqual(
      [occurrences, rule?.measures.expected_occurrences, incremental_value, half_from].map(String),
    );
  });
});

describe('the effect of a campaign', () => {
  const text = section('A worked example: the effect of a campaign').replaceAll(',', '');

  it('is the example’s: shares, lift and p-value, of which nothing is said', () => {
    const [sent = 0, ordered = 0, heldOut = 0, others = 0] = numbersIn(
      /sent to (\d+) customers of whom (\d+) ordered; (\d+) were held out of whom (\d+) ordered/,
      text,
    );
    const [share, other, lift, p] = numbersIn(
      /Shares are ([\d.]+) % and ([\d.]+) % the\slift −([\d.]+) %; Fisher's test gives p = ([\d.]+\d)/,
      text,
    );
    const [one, two] = [ordered / sent, others / heldOut];
    expect([share, other, lift]).toEqual(
      [100 * one, 100 * two, 100 * (1 - one / two)].map((x) => Number(x.toPrecision(3))),
    );
    expect(p).toBe(Number(fisherTwoSided(ordered, sent, others, heldOut).toFixed(4)));
    const all = ordered + others;
    expect(numbersIn(/The (\d+) customers\swho ordered let the smaller arm expect ([\d.]+\d)/, text)).toEqual(
      [all, (all * heldOut) / (sent + heldOut)],
    );
    expect(isEnough({ customers: sent + heldOut, heldOut }, all)).toBe(false);
  });

  it('plans with the example’s lifts', () => {
    const [days, customers = 0, heldOut = 0, lift, more = 0, smaller] = numbersIn(
      /in (\d+) days (\d+) customers with (\d+) held out show a lift of ([\d.]+) %; with (\d+) held out ([\d.]+) %/,
      text,
    );
    const spread = { mean: 1 / 3, variance: 2 / 9, skewness: Math.SQRT1_2 };
    const shown = (out: number) =>
      100 * (detectableLift(spread, { sent: customers - out, heldOut: out }) ?? 0);
    expect([days, lift, smaller]).toEqual([10, shown(heldOut), shown(more)].map((x) => Number(x.toFixed(1))));
  });
});
