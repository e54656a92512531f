// As concepts.test.ts: what docs/concepts says of customers, products and campaigns.
import { describe, expect, it } from 'vitest';
import { readBasketFile } from '../../quality/bench/measuring/basket-file.ts';
import { binomialTail } from '../../src/core/chance/binomial-interval.ts';
import { fisherTwoSided } from '../../src/core/chance/fisher.ts';
import { poissonTail } from '../../src/core/chance/poisson-tail.ts';
import { detectableLift } from '../../src/core/effect/detectable.ts';
import { isEnough } from '../../src/core/effect/measure-effect.ts';
import { mineRules } from '../../src/core/mining/rules/mine-rules.ts';
import { dayOfDate } from '../../src/core/orders/calendar.ts';
import { probabilityAlive } from '../../src/core/prediction/models/beta-geometric.ts';
import {
  expectedPurchases,
  nextPurchaseQuantile,
  nextPurchaseWithin,
} from '../../src/core/prediction/models/expected-purchases.ts';
import { orderSequences } from '../../src/core/product-profiles/order-sequences.ts';
import { productProfiles } from '../../src/core/product-profiles/product-profiles.ts';
import { blockOf, profileFile, profileIn, readIndex } from '../../src/core/product-profiles/profile-file.ts';
import { profileShares } from '../../src/core/product-profiles/profile-shares.ts';
import { evaluateRecommendations } from '../../src/core/recommendations/evaluate.ts';
import { gatherEvidence } from '../../src/core/recommendations/product-evidence.ts';
import { recommend } from '../../src/core/recommendations/recommend.ts';
import { hasWantedValues } from '../../src/core/recommendations/value-filter.ts';
import { expectedBuyers, VolumeCounts } from '../../src/core/rfm/buyers-by-volume.ts';
import { scoreCustomers } from '../../src/core/rfm/customer-scores.ts';
import { rfmCustomers } from '../../src/core/rfm/customers.ts';
import { SEGMENT_CELLS, SEGMENT_NAMES, segmentOf } from '../../src/core/rfm/segments.ts';
import { buildMbaReport } from '../../src/report-types/market-basket/analyse.ts';
import { withMbaInsights } from '../../src/report-types/market-basket/insights.ts';
import { toBaskets } from '../core/mining/basket-data.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../core/orders/literal-orders.ts';
import { numbersIn, page, section, table } from './concepts-page.ts';

describe('product profiles', () => {
  const text = section('A worked example: product profiles');
  const orders = (/```\n([^`]*)```/.exec(text)?.[1] ?? '')
    .trim()
    .split('\n')
    .map((row, at): LiteralOrder => {
      const [, customer = '', date = '', names = ''] = /^(\w+) (\S+): (.*)$/.exec(row) ?? [];
      return { id: `o${at}`, customer, date, lines: names.split(', ').map((name) => line(name)) };
    });
  const file = Buffer.concat([
    ...profileFile(productProfiles(orderSequences(columnsOf(orders), settingsOf()))),
  ]);
  const index = readIndex(file);
  const profile = profileIn(file.subarray(...blockOf(index, 'coffee')), 'coffee');
  if (profile === undefined) throw new Error('no order has coffee');
  const coffee = profileShares(profile, index);

  it('has the sizes of the example’s orders', () => {
    expect(
      numbersIn(/Coffee is in (\d+) of (\d+) orders; (\d+) of the \d+ hold it alone \((\d+) %\)/, text),
    ).toEqual([
      coffee.orders,
      coffee.all_orders.orders,
      coffee.basket_sizes[0]?.orders,
      100 * (coffee.basket_sizes[0]?.share ?? 0),
    ]);
    expect(numbersIn(/of all orders (\d) of 7 hold one product/, text)).toEqual([
      coffee.basket_sizes[0]?.all_orders,
    ]);
  });

  it('has what is ordered after and before in the example', () => {
    expect(numbersIn(/There are (\d) next orders. (\d) orders/, text)).toEqual([
      index.pairs,
      coffee.after.orders,
    ]);
    const { orders: again, share, lift } = coffee.after.same_product;
    expect(
      numbersIn(
        /(\d) of these 3 next orders have coffee again: share ([\d.]+) %, lift .* = ([\d.]+)\./,
        text,
      ),
    ).toEqual([again, Number((100 * (share ?? 0)).toFixed(1)), Number(lift?.toFixed(2))]);
    expect(coffee.after.products).toEqual([]);
    expect(coffee.before).toMatchObject({ orders: 2, products: [] });
  });

  it('lists soap after salt where chance does not explain it', () => {
    const one = (customer: string, date: string, name: string): LiteralOrder => ({
      id: `${customer}-${date}`,
      customer,
      date,
      lines: [line(name)],
    });
    const pairs = (count: number, first: string, next: string) =>
      Array.from({ length: count }, (_, at) => [
        one(`${first}${at}`, '2026-01-01', first),
        one(`${first}${at}`, '2026-01-02', next),
      ]).flat();
    const of = (some: readonly LiteralOrder[]) => {
      const profiles = productProfiles(orderSequences(columnsOf(some), settingsOf()));
      const after = profiles
        .sold()
        .filter((item) => profiles.items[item] === 'salt')
        .map((item) => profiles.of(item).after);
      return {
        tested: profiles.totals.tested,
        names: after.flatMap(({ others }) => others.map(({ item }) => profiles.items[item])),
      };
    };
    const few = [...orders, ...pairs(12, 'salt', 'soap')];
    expect(of(few)).toEqual({ tested: 12, names: [] });
    expect(numbersIn(/follow\s+salt: ([\d.]+) orders are expected/, text)).toEqual([
      Number((144 / 17).toFixed(2)),
    ]);
    expect(numbersIn(/12 customers or more is ([\d.]+), times (\d+) pairs/, text)).toEqual([
      Number(poissonTail(12, 144 / 17).toFixed(4)),
      12,
    ]);
    expect(poissonTail(12, 144 / 77)).toBeLessThan(0.000001);
    expect(of([...few, ...pairs(60, 'x', 'y')]).names).toEqual(['soap']);
  });
});

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

  it('have the edges that it says', () => {
    const documented = [...text.matchAll(/of (\w+): ([\d., ]+)[;.]/g)].map(([, name, edges = '']) => [
      name,
      edges.split(', ').map(Number),
    ]);
    const found = Object.entries(scores.thresholds).map(([name, edges]) => [
      name,
      edges.map((edge: number) => expect.closeTo(edge, 6)),
    ]);
    expect(documented).toEqual(found);
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

  it('has the lifts and probabilities of the example', () => {
    const tail = (count: number) => binomialTail(count, buyers, found / buyers);
    const [have = 0, over, by, lift] = numbersIn(
      /If (\d+) have it, `lift` is (\d+) \/ (\d+\.\d+) = (\d+\.\d+)/,
      text,
    );
    expect([over, by, lift]).toEqual([have, expected, Number((have / found).toFixed(2))]);
    expect(
      numbersIn(/buyers is (\d+\.\d+); times 8 products × (\d+) segments it is (\d+\.\d+)/, text),
    ).toEqual([Number(tail(have).toFixed(5)), 3, Number((24 * tail(have)).toFixed(4))]);
    expect(
      numbersIn(/Their share, (\d+\.\d+), is (\d+\.\d+) times the share of all customers, (\d+\.\d+)/, text),
    ).toEqual([have / 20, have / 20 / (buyers / all), buyers / all]);
    const [fewer = 0, less, chance] = numbersIn(
      /If (\d+) have it, `lift` would be (\d+\.\d+), and the probability (\d+\.\d+)/,
      text,
    );
    expect([less, chance]).toEqual([Number((fewer / found).toFixed(2)), Number(tail(fewer).toFixed(3))]);
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

  it('are filtered by a custom field as the page says', () => {
    const byValue = [...gathered.popularByValue()];
    const of = (value: string) => {
      const accepts = hasWantedValues(new Map([['shelf', new Set([value])]]));
      const popular = byValue.find((each) => each.value === value)?.popular ?? [];
      const filter = { limit: 5, accepts, popular };
      return recommend(new Set(['tea', 'lemon']), evidence, gathered.summary(), filter);
    };
    expect(text).toContain('`custom:shelf=bath` leaves soap');
    expect(of('bath').map(({ product, basis }) => [product, basis])).toEqual([['soap', 'popular']]);
    expect(of('kitchen')).toEqual(found.slice(0, -1));
  });

  it('have the scores that the page explains', () => {
    const scores = new Map(
      table(text, 'from', 6).map(([from = '', ...to]) => [from, to.map((score) => Number(score))]),
    );
    const said = (from: string, to: string): number | undefined => {
      const { pairs = [], against = [] } = evidence.find(({ product }) => product === from) ?? {};
      return [...pairs, ...against].find(({ product }) => product === to)?.score;
    };
    for (const from of ['tea', 'lemon']) {
      const shown = ['honey', 'biscuits', 'fish'].map((to) => (said(from, to) ?? Number.NaN) / 1e6);
      expect(scores.get(from)?.slice(0, 3)).toEqual(shown);
    }
    const sums = scores.get('sum')?.slice(0, 3) ?? [];
    expect(found.slice(0, 3).map(({ score }) => score)).toEqual(sums);
    const six = (figure: number): number => Number(figure.toFixed(6));
    expect(scores.get('a tenth of the popularity')?.slice(0, 4)).toEqual(
      found.map(({ support }) => six(support / 10)),
    );
    expect(scores.get('ranked by')?.slice(0, 4)).toEqual(
      found.map(({ score, support }) => six((score ?? 0) + support / 10)),
    );
  });

  it('find as many of the groceries as the page says, beside best sellers', () => {
    const quality = section('How good recommendations are');
    const groceries = readBasketFile('test/core/mining/data/groceries.csv.gz');
    const { trainedOn, testedOn, results } = evaluateRecommendations(groceries, {
      heldBack: 0.2,
      maxWork: 1e9,
    });
    expect(
      numbersIn(/computed from (\d),(\d+) baskets and tested on the (\d),(\d+) later ones/, quality),
    ).toEqual([
      Math.floor(trainedOn / 1_000),
      trainedOn % 1_000,
      Math.floor(testedOn / 1_000),
      testedOn % 1_000,
    ]);
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    expect(table(quality, 'products in the cart', 6)).toEqual(
      results[0]?.carts.map(({ size, orders, hitRate, popular, differenceMargin, ceiling }) => [
        ...[String(size), String(orders), percent(hitRate), percent(popular)],
        [-1, 1].map((side) => (100 * (hitRate - popular + side * differenceMargin)).toFixed(1)).join(' to '),
        percent(ceiling),
      ]),
    );
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
  const { association_rules, ai_insights } = withMbaInsights(
    buildMbaReport(columnsOf(orders), settingsOf(), mineRules),
    settingsOf(),
  );

  it.each(table(text, 'rule', 6))('%s', (name, ...figures) => {
    const rule = association_rules.find(
      ({ antecedents, consequents }) => `${antecedents.join()} → ${consequents.join()}` === name,
    );
    const { occurrences, incremental_value, half_from } = rule?.impact_analysis ?? {};
    expect(figures.slice(0, 4)).toEqual(
      [occurrences, rule?.measures.expected_occurrences, incremental_value, half_from].map(String),
    );
  });

  it('leaves out what a handful carries', () => {
    expect(orders.length).toBe(60);
    expect(ai_insights?.summary).toMatch(
      /1 rule is not recommended.* of pen and ink, 1 of 12 orders brings half of the 110\.49/,
    );
    expect(ai_insights?.bundles).toEqual([]);
  });
});

describe('Regular buyers', () => {
  const text = section('Regular buyers');
  const [frequency = 0, recency = 0] = numbersIn(/x = (\d+) repeat purchases, the last t_x = (\d+)/, text);
  const [r = 0, each = 0, a = 0, b = 0] = numbersIn(
    /r = ([\d.]+), alpha = (\d+) k,\s+a = ([\d.]+) and b = (\d+\.\d+)/,
    text,
  );

  it.each(table(text, 'k', 6))('k = %s, T = %s', (regularity, age, alive, purchases, next, quartiles) => {
    const parameters = { r, alpha: each * Number(regularity), a, b, k: Number(regularity) };
    const history = { frequency, recency, age: Number(age) };
    expect(probabilityAlive('MBG/NBD', parameters, history).toFixed(3)).toBe(alive);
    expect(expectedPurchases('MBG/NBD', parameters, history, 90).toFixed(2)).toBe(purchases);
    expect(nextPurchaseWithin(parameters, history, 30).toFixed(3)).toBe(next);
    expect(
      [0.25, 0.5, 0.75]
        .map((share) => nextPurchaseQuantile(parameters, history, share).toFixed(1))
        .join(', '),
    ).toBe(quartiles);
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
