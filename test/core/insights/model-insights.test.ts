// What a model receives and what it may write.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerCheck, UnusableAnswerError } from '../../../src/core/insights/model-answer.ts';
import type { ModelBrief } from '../../../src/core/insights/model-brief.ts';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import { buildMbaReport } from '../../../src/report-types/market-basket/analyse.ts';
import { mbaBrief } from '../../../src/report-types/market-basket/model-wording.ts';
import { buildRfmReport } from '../../../src/report-types/rfm/analyse.ts';
import { rfmBrief } from '../../../src/report-types/rfm/model-wording.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../orders/literal-orders.ts';

const orders: LiteralOrder[] = [
  {
    id: 'order-1',
    customer: 'ann@example.com',
    date: '2024-01-01',
    lines: [line('Secret Tea', 4, 2), line('Milk')],
  },
  {
    id: 'order-2',
    customer: 'bob@example.com',
    date: '2024-01-02',
    lines: [line('Secret Tea', 4), line('Milk')],
  },
  { id: 'order-3', customer: 'cid@example.com', date: '2024-01-03', lines: [line('Bread', 3)] },
];
/** Enough of them for a rule that chance does not explain. */
const many = Array.from({ length: 40 }, (_, n): LiteralOrder => {
  const names = n % 2 === 0 ? ['Secret Tea', 'Milk'] : [`Bread ${n % 3}`];
  return {
    id: `order-${n}`,
    customer: `c${n}@example.com`,
    date: '2024-01-01',
    lines: names.map((name) => line(name, 4)),
  };
});
const mba = buildMbaReport(columnsOf(many), settingsOf(), mineRules);
const rfm = buildRfmReport(columnsOf(orders), settingsOf());

describe('the brief', () => {
  it('holds aggregates and codes, no names and no ids', () => {
    for (const { facts } of [mbaBrief(mba), rfmBrief(rfm)]) {
      expect(facts).not.toMatch(/Secret|Milk|Bread|example\.com|order-\d/);
    }
    expect(JSON.parse(mbaBrief(mba).facts)).toMatchObject({
      summary: { baskets: '40 baskets' },
      rules: [
        {
          rule: 'R1',
          slots: {
            antecedents: 'P1',
            consequents: 'P2',
            lift: '2.7 times',
            confidence: '100.0 %',
            together: '20 orders',
          },
        },
      ],
    });
  });

  it('never holds a name, whatever it is', () => {
    const name = fc.string({ minLength: 8, maxLength: 30 }).map((text) => `%${text}%`);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const renamed = many.map((order) => ({
          ...order,
          lines: order.lines.map((row) => ({ ...row, name: row.name === 'Milk' ? one : other })),
        }));
        const body = buildMbaReport(columnsOf(renamed), settingsOf(), mineRules);
        expect(mbaBrief(body).facts).not.toContain(JSON.stringify(one).slice(1, -1));
      }),
    );
  });

  it('offers no rule on a pair of products twice', () => {
    expect([...mbaBrief(mba).rules.keys()]).toEqual(['R1']);
    expect(mba.association_rules.length).toBeGreaterThan(1);
  });
});

describe('a text with slots', () => {
  const brief: ModelBrief = {
    facts: '{}',
    findings: new Map([
      [
        'R1',
        {
          slots: { antecedents: 'Tea <b>', consequents: 'Milk 2', lift: '2.3 times', worth: '12,345.67' },
          products: ['Tea <b>', 'Milk 2'],
        },
      ],
      ['summary', { slots: { revenue: '99.00' }, products: [] }],
    ]),
    products: ['Tea <b>', 'Milk 2', 'Bread', 'Salt & Pepper', 'Gift box'],
  };
  const check = () => new AnswerCheck(brief);

  it.each([
    [
      'Sell {antecedents} with {consequents}: {lift} as often as chance has it, worth {worth}.',
      'Sell Tea <b> with Milk 2: 2.3 times as often as chance has it, worth 12,345.67.',
    ],
    ['{antecedents}, then {consequents}.', 'Tea <b>, then Milk 2.'],
    ['Buyers of tea like {consequents} ("{antecedents}").', 'Buyers of tea like Milk 2 ("Tea <b>").'],
    ['Plain words.', 'Plain words.'],
  ])('is filled in: %s', (text, expected) => {
    expect(check().text('R1', text)).toBe(expected);
  });

  it.each([
    ['a slot that its finding has not', 'It brought {revenue}.'],
    ['an unknown slot', 'It brought {profit}.'],
    ['a member of every object', 'It brought {constructor}.'],
    ['a figure', 'It brought {worth} and 99 more.'],
    ['a number in words', 'Twice {worth}.'],
    ['a digit joined to a slot', '1{worth}'],
    ['a word joined to a slot', '{worth}k'],
    ['a sign before a slot', 'It brought -{worth}.'],
    ['two slots in a row, which join their digits', 'It brought {worth}{worth}.'],
    ['a decimal point between slots', 'It brought {worth}.{worth}'],
    ['a fraction of slots', '{worth}/{worth}'],
    ['a link around a slot', 'evil.{antecedents}'],
    ['markup around a slot', '<b>{worth}</b>'],
    ['nested braces', '{{worth}}'],
    ['a slot in capitals', '{Worth}'],
    ['another product of the report', 'Sell {antecedents} with bread.'],
    ['another product, whatever its spelling', 'Sell {antecedents} in a GIFT   BOX.'],
    ['another product with a sign in its name', 'Add salt pepper to {antecedents}.'],
    ['a product code', 'P1 sells.'],
  ])('is dropped for %s', (_, text) => {
    expect(() => check().text('R1', text)).toThrow(UnusableAnswerError);
  });

  it('rests on a finding of the report, and on each once', () => {
    const checking = check();
    expect(() => checking.text('R2', 'Sell it.')).toThrow(UnusableAnswerError);
    expect(() => checking.text('__proto__', 'Sell it.')).toThrow(UnusableAnswerError);
    expect(checking.cite('R1', 'Sell it.')).toBe('Sell it.');
    expect(() => checking.cite('R1', 'Sell it again.')).toThrow(/twice/);
  });
});
