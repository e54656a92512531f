// Tests which customer ids are joined as one person, on a thousand planted cases and on single ones.
import { describe, expect, it } from 'vitest';
import { unpackColumns } from '../../../src/analysis/extract/packed-columns.ts';
import { CustomerFacts } from '../../../src/analysis/identity/customer-facts.ts';
import { linkPersons, type Persons } from '../../../src/analysis/identity/link-persons.ts';
import type { IdentityRules } from '../../../src/contract/schema/identity.ts';
import { type PlantedOrder, plantShop } from './planted-shop.ts';

const ALL_RULES: IdentityRules = {
  email: { ignore_plus_tags: true, ignore_gmail_dots: true },
  phone: { fields: ['contact', 'custom:phone'], country_code: '49' },
  customer_number: { fields: ['custom:customer_no'] },
};

type Header = Partial<PlantedOrder['header']> & {
  readonly custom?: Record<string, string>;
  readonly quantity?: number;
};

function link(
  headers: readonly Header[],
  rules: IdentityRules,
  list?: Parameters<typeof linkPersons>[2],
): Persons {
  const facts = new CustomerFacts(rules);
  for (const [at, { custom, quantity = 1, ...header }] of headers.entries()) {
    const line = { name: 'tea', sku: undefined, unitPrice: 1, quantity, customFields: custom };
    facts.add({ orderId: `${at}`, customerId: undefined, orderDate: at, ...header }, [line]);
  }
  return linkPersons(facts.pack(), rules, list);
}

/** Ids that were joined wrongly, and the share of the right joins, by rules on the planted cases. */
function measure(seed: number, rules: IdentityRules, withList = true) {
  const { orders, list } = plantShop(seed);
  const facts = new CustomerFacts(rules);
  for (const { header, lines } of orders) facts.add(header, lines);
  const { idOf, figures } = linkPersons(facts.pack(), rules, withList ? list : undefined);
  const persons = new Map(orders.map(({ header, person }) => [header.customerId ?? '', person]));
  const found = Map.groupBy(persons.keys(), (id) => idOf.get(id) ?? id);
  const wrong = [...found.values()].filter((ids) => new Set(ids.map((id) => persons.get(id))).size > 1);
  let [wanted, joined] = [0, 0];
  for (const ids of Map.groupBy(persons, ([, person]) => person).values()) {
    wanted += ids.length - 1;
    joined += ids.length - new Set(ids.map(([id]) => idOf.get(id) ?? id)).size;
  }
  return { wrong, wanted, share: joined / wanted, figures };
}

it('lists the ids of a person from the newest first order on, those without a date last', () => {
  const ids = ['p5', 'p1', 'p4', 'p2', 'p3'];
  const dates = [undefined, 1, 3, 2, 3];
  const headers = ids.map((customerId, at) => ({ customerId, contact: 'ann@web.de', orderDate: dates[at] }));
  const list = { merges: [ids], version: 'v' };
  for (const orders of [headers, headers.toReversed()])
    expect([...link(orders, {}, list).idOf.keys()]).toEqual(['p3', 'p4', 'p2', 'p5']);
});

describe('a thousand planted cases', () => {
  it.each([1, 2, 3])('joins nobody wrongly and at least 99 % of the right ids (shuffle %i)', (seed) => {
    const { wrong, wanted, share, figures } = measure(seed, ALL_RULES);
    expect(wrong).toEqual([]);
    expect(wanted).toBeGreaterThan(600);
    expect(share).toBeGreaterThanOrEqual(0.99);
    expect(figures.ids - figures.persons).toBe(
      Object.values(figures.joined).reduce((sum, count) => sum + count, 0),
    );
  });

  it.each([
    ['joins accounts of families', { ...ALL_RULES, accounts: 'merge' }, true],
    ['ignores who must be kept apart', ALL_RULES, false],
  ] as const)('counts wrong joins where a shop %s', (_, rules, withList) => {
    expect(measure(1, rules, withList).wrong.length).toBeGreaterThan(20);
  });

  it.each(['email', 'phone', 'customer_number'] as const)(
    'counts missed joins without the rule %s',
    (rule) => {
      const { [rule]: _, ...rules } = ALL_RULES;
      const { wrong, share } = measure(1, rules);
      expect(share).toBeLessThan(0.95);
      // Without addresses, a guest with the number of a household is taken for its account.
      expect(wrong.flat().filter((id) => !/^(?:m2-|mid|b2-|between)\d/.test(id))).toEqual([]);
      expect(wrong.length > 0).toBe(rule === 'email');
    },
  );
});

describe('the person of customer ids', () => {
  const ann = 'ann@web.de';

  it('has the id of the earliest account, otherwise the earliest id', () => {
    const orders = [
      { customerId: ann, orderDate: 1 },
      { customerId: '17', contact: ann, orderDate: 9 },
    ];
    expect([...link(orders, { email: {} }).idOf]).toEqual([[ann, '17']]);
    const merges = { version: 'v', merges: [['17', '18', ann]] };
    const two = [...orders, { customerId: '18', orderDate: 5 }];
    expect([...link(two, {}, merges).idOf].sort()).toEqual([
      ['17', '18'],
      [ann, '18'],
    ]);
    const guests = [
      { customerId: ann, orderDate: 2 },
      { customerId: 'ANN@web.de', orderDate: 1 },
    ];
    expect([...link(guests, { email: {} }).idOf]).toEqual([[ann, 'ANN@web.de']]);
  });

  it('does not depend on the sequence of the orders', () => {
    const { orders, list } = plantShop(4);
    const joinSorted = (sequence: typeof orders) => {
      const facts = new CustomerFacts(ALL_RULES);
      for (const { header, lines } of sequence) facts.add(header, lines);
      const { idOf, figures } = linkPersons(facts.pack(), ALL_RULES, list);
      return { idOf: [...idOf].sort(), figures };
    };
    expect(joinSorted(orders.toReversed())).toEqual(joinSorted(orders));
  });

  it('leaves accounts with one address apart, unless the rules merge them', () => {
    const orders = [
      { customerId: '17', contact: ann },
      { customerId: '18', contact: ann },
    ];
    const apart = link(orders, { email: {} });
    expect(apart.idOf.size).toBe(0);
    expect(apart.figures.refused).toEqual([{ reason: 'several_accounts', values: 1, ids: 2 }]);
    expect([...link(orders, { email: {}, accounts: 'merge' }).idOf]).toEqual([['18', '17']]);
  });

  it('joins nobody by a chain of addresses and numbers that connects two accounts', () => {
    const phone = '+49 151 2637485';
    const chain = [
      { customerId: '17', contact: ann },
      { customerId: ann, custom: { phone, other: 'bo@web.de' } },
      { customerId: 'bo@web.de', custom: { phone } },
      { customerId: '18', contact: 'bo@web.de' },
    ];
    const rules = { email: {}, phone: { fields: ['custom:phone'] } };
    const { idOf, figures } = link(chain, rules);
    // Each guest is with an account; the phone would join the accounts.
    expect([...idOf]).toEqual([
      [ann, '17'],
      ['bo@web.de', '18'],
    ]);
    expect(figures.refused).toEqual([{ reason: 'several_accounts', values: 1, ids: 2 }]);
    const byFields = { email: { fields: ['customer_id', 'contact', 'custom:other'] } };
    const all = link(chain, byFields);
    expect(all.idOf.size).toBe(0);
    expect(all.figures.refused).toEqual([{ reason: 'chain_of_accounts', values: 2, ids: 4 }]);
  });

  it('joins at most 50 ids', () => {
    const guests = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        customerId: `${at}@web.de`,
        custom: { phone: '+49 1512637485' },
      }));
    const rules = { phone: { fields: ['custom:phone'] } };
    expect(link(guests(50), rules).figures.persons).toBe(1);
    const many = link(guests(51), rules);
    expect(many.figures.persons).toBe(51);
    expect(many.figures.refused).toEqual([{ reason: 'shared_by_many', values: 1, ids: 51 }]);
    // Each address joins two: together they would join 51.
    const linked = Array.from({ length: 50 }, (_, at) => [
      { customerId: `g${at}@web.de`, custom: { tie: `t${at}@web.de` } },
      { customerId: `g${at + 1}@web.de`, custom: { tie: `t${at}@web.de` } },
    ]).flat();
    const tied = link(linked, { email: { fields: ['custom:tie'] } }).figures;
    expect(tied.persons).toBe(51);
    expect(tied.refused).toEqual([{ reason: 'too_many_ids', values: 50, ids: 51 }]);
  });

  it('joins by the merge list across ids without orders, and no id that it keeps apart', () => {
    const orders = [
      { customerId: '17' },
      { customerId: '18' },
      { customerId: '19', contact: ann },
      { customerId: ann },
    ];
    const list = { version: 'v', merges: [['gone', '17', '18']], separate: ['19'] };
    const { idOf, figures } = link(orders, { email: {} }, list);
    expect([...idOf]).toEqual([['18', '17']]);
    expect(figures).toMatchObject({ joined: { merge_list: 1, email: 0 }, merge_list: 'v' });
  });

  it('states figures with and without the rules', () => {
    const orders = [
      { customerId: ann },
      { customerId: '17', contact: ann },
      { customerId: '18' },
      { customerId: '18' },
      { customerId: 'returns only', quantity: -1 },
    ];
    const { figures } = link(orders, { email: {} });
    expect(figures).toEqual({
      ids: 4,
      persons: 3,
      joined: { merge_list: 0, customer_number: 0, email: 1, phone: 0 },
      largest: [{ ids: 2, orders: 2 }],
      refused: [],
      without: { customers: 3, repeat_customers: 1, repeat_share: 1 / 3, orders_per_customer: 4 / 3 },
      with: { customers: 2, repeat_customers: 2, repeat_share: 1, orders_per_customer: 2 },
      merge_list: null,
    });
    expect(link([], { email: {} }).figures.with.repeat_share).toBeNull();
  });

  it('merges the facts of several functions as one collects them', () => {
    const { orders, list } = plantShop(5);
    const whole = new CustomerFacts(ALL_RULES);
    const joined = new CustomerFacts(ALL_RULES);
    for (let part = 0; part < 3; part++) {
      const own = new CustomerFacts(ALL_RULES);
      for (const [at, { header, lines }] of orders.entries()) {
        if (at % 3 !== part) continue;
        own.add(header, lines);
        whole.add(header, lines);
      }
      joined.merge(unpackColumns(own.pack().pack()));
    }
    expect(linkPersons(joined.pack(), ALL_RULES, list)).toEqual(linkPersons(whole.pack(), ALL_RULES, list));
  });
});
