// What a model is told and what it may say.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerCheck, UnusableAnswerError } from '../../../src/core/insights/model-answer.ts';
import { mineRules } from '../../../src/core/mining/mine-rules.ts';
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
const mba = buildMbaReport(columnsOf(orders), settingsOf(), mineRules);
const rfm = buildRfmReport(columnsOf(orders), settingsOf());

describe('the brief', () => {
  it('holds aggregates and codes, no names and no ids', () => {
    for (const { facts } of [mbaBrief(mba), rfmBrief(rfm)]) {
      expect(facts).not.toMatch(/Secret|Milk|Bread|example\.com|order-\d/);
    }
    expect(JSON.parse(mbaBrief(mba).facts)).toMatchObject({
      baskets: 3,
      rules: [{ rule: 'R1', antecedents: ['P1'], consequents: ['P2'], lift: 1.5 }, { rule: 'R2' }],
    });
  });

  it('never holds a name, whatever it is', () => {
    const name = fc.string({ minLength: 8, maxLength: 30 }).map((text) => `%${text}%`);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const lines = [line(one, 2), line(other, 3)];
        const body = buildMbaReport(
          columnsOf([{ id: 'o', customer: one, date: '2024-01-01', lines }]),
          settingsOf(),
          mineRules,
        );
        expect(mbaBrief(body).facts).not.toContain(JSON.stringify(one).slice(1, -1));
      }),
    );
  });
});

describe('the check', () => {
  const check = new AnswerCheck({
    facts: JSON.stringify({ revenue: 12_345.67, confidence_percent: 33.3, lift: 2.25, codes: ['P1', 'R1'] }),
    products: ['Tea <b>', 'Milk'],
    rules: mba.association_rules,
  });

  it.each([
    ['P1 brings 12,345.67, lift 2.25.', 'Tea <b> brings 12,345.67, lift 2.25.'],
    ['About 12346 or 12,345.7; 33.3 % and 33 %.', 'About 12346 or 12,345.7; 33.3 % and 33 %.'],
    ['P1 and P2 together.', 'Tea <b> and Milk together.'],
  ])('passes %s', (text, expected) => {
    expect(check.text(text)).toBe(expected);
  });

  it.each([
    ['an invented figure', 'It brings 99 more.'],
    ['a computed figure', 'Twice that is 24,691.34.'],
    ['a figure rounded wrongly', 'A lift of 2.2.'],
    ['a comma for a point', '33,3 %'],
    ['an invented product', 'P3 sells.'],
    ['product zero', 'P0 sells.'],
    ['a rule where a product is meant', 'R1 sells.'],
    ['markup', '<script>P1</script>'],
    ['an address', 'See https://example.com'],
    ['a control character', 'P1\u0007'],
  ])('drops %s', (_, text) => {
    expect(() => check.text(text)).toThrow(UnusableAnswerError);
  });

  it('knows rules by their codes only', () => {
    expect(check.rule('R1')).toBe(mba.association_rules[0]);
    for (const code of ['R0', 'R99', 'P1', '1']) expect(() => check.rule(code)).toThrow(UnusableAnswerError);
  });
});
