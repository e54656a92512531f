// Tests that a search for single persons, which holds their ids alone, joins the same ids as the facts of all customers.
import { describe, expect, it } from 'vitest';
import { unpackColumns } from '../../../src/analysis/extract/packed-columns.ts';
import { CustomerFacts } from '../../../src/analysis/identity/customer-facts.ts';
import { linkPersons, type VersionedMerges } from '../../../src/analysis/identity/link-persons.ts';
import { PersonSearch } from '../../../src/analysis/identity/person-search.ts';
import type { IdentityRules } from '../../../src/contract/schema/identity.ts';
import { createRandom, drawBelow, shuffleValues } from '../../../tools/harness/random/random.ts';
import { type PlantedOrder, plantShop } from './planted-shop.ts';

const RULES: IdentityRules = {
  email: { ignore_plus_tags: true, ignore_gmail_dots: true },
  phone: { fields: ['contact', 'custom:phone'], country_code: '49' },
  customer_number: { fields: ['custom:customer_no'] },
};

type Order = Pick<PlantedOrder, 'header' | 'lines'>;

/** All persons by their ids. */
function linkAll(orders: readonly Order[], rules: IdentityRules, list: VersionedMerges) {
  const facts = new CustomerFacts(rules);
  for (const { header, lines } of orders) facts.add(header, lines);
  for (const id of list.merges.flat())
    facts.add({ orderId: '', orderDate: undefined, customerId: id, contact: undefined }, []);
  return groupByPerson(linkPersons(facts.pack(), rules, list).idOf);
}

function groupByPerson(idOf: ReadonlyMap<string, string>): Map<string, string[]> {
  const idsOf = new Map<string, string[]>();
  const persons = Map.groupBy(new Set([...idOf.keys(), ...idOf.values()]), (id) => idOf.get(id) ?? id);
  for (const ids of persons.values()) for (const id of ids) idsOf.set(id, ids.toSorted());
  return idsOf;
}

/** The persons of wanted ids. The search is packed and restored in the middle of each pass. */
function search(
  orders: readonly Order[],
  rules: IdentityRules,
  list: VersionedMerges,
  wanted: readonly string[],
) {
  const isWanted = (id: string): boolean => wanted.includes(id);
  let found = new PersonSearch(rules, list, isWanted);
  for (let passes = 1; ; passes++) {
    for (const [at, { header, lines }] of orders.entries()) {
      if (at === Math.floor(orders.length / 2))
        found = new PersonSearch(rules, list, isWanted, unpackColumns(found.pack().pack()));
      found.add(
        header,
        lines.map(({ customFields }) => customFields),
      );
    }
    if (!found.hasGrown)
      return { passes, size: found.size, idsOf: groupByPerson(linkPersons(found.pack(), rules, list).idOf) };
    found.startPass();
  }
}

describe('a search for single persons', () => {
  it('finds the ids of each person of a thousand planted cases', () => {
    const { orders, list } = plantShop(1);
    const all = linkAll(orders, RULES, list);
    const random = createRandom(1);
    const ids = shuffleValues(random, [...new Set(orders.map(({ header }) => header.customerId ?? ''))]);
    for (const id of ids.slice(0, 20)) {
      const { idsOf, size } = search(orders, RULES, list, [id]);
      expect([id, idsOf.get(id)]).toEqual([id, all.get(id)]);
      // A number that more than 50 ids have is held with 51 of them.
      expect(size).toBeLessThan(150);
    }
    const many = ids.slice(0, 300);
    const { idsOf } = search(orders, RULES, list, many);
    expect(many.map((id) => idsOf.get(id))).toEqual(many.map((id) => all.get(id)));
  });

  // Few addresses for many ids: long chains, keys of more than 50 ids, accounts between guests, listed and apart ids.
  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'finds the same ids as the facts of all customers in tangled shops (%i)',
    (seed) => {
      const random = createRandom(seed);
      const [people, keys] = [80, [15, 60, 120, 200][seed % 4] ?? 0];
      const nameId = (): string =>
        `${drawBelow(random, 3) === 0 ? 'c-' : 'g+'}${drawBelow(random, people)}@web.de`;
      const orders = Array.from({ length: 260 }, (_, at): Order => {
        const [email, phone, number] = [0, 0, 0].map(() => drawBelow(random, keys));
        const custom = {
          phone: `0151 23${phone}97531`.slice(0, 13),
          ...(at % 3 === 0 && { customer_no: `K${number}` }),
        };
        return {
          header: {
            orderId: `${at}`,
            orderDate: at,
            customerId: at % 4 === 0 ? `${1_000 + drawBelow(random, people)}` : nameId(),
            contact: at % 2 === 0 ? `mail${email}@web.de` : undefined,
          },
          lines: [{ name: 'tea', sku: undefined, unitPrice: 1, quantity: 1, customFields: custom }],
        };
      });
      const list = {
        version: 'v',
        merges: [
          ['1001', 'lost', 'mail3@web.de'],
          ['lost', '1002'],
        ],
        separate: ['1003', '1004'],
      };
      const rules: IdentityRules = { ...RULES, accounts: seed % 2 === 0 ? 'merge' : 'separate' };
      const all = linkAll(orders, rules, list);
      expect(all.size).toBeGreaterThan(3);
      for (const id of ['1001', 'lost', '1003', '1005', ...Array.from({ length: 12 }, nameId)])
        expect([id, search(orders, rules, list, [id]).idsOf.get(id)]).toEqual([id, all.get(id)]);
    },
  );

  it('finds no id by an address of more than 50 ids, and holds 51 of them', () => {
    const orders = Array.from({ length: 400 }, (_, at): Order => {
      const header = { orderId: `${at}`, orderDate: at, customerId: `id ${at}`, contact: 'kiosk@web.de' };
      return { header, lines: [] };
    });
    const { size, idsOf } = search(orders, { email: {} }, { version: 'v', merges: [] }, ['id 200']);
    expect(idsOf.size).toBe(0);
    expect(size).toBe(51 + 1);
  });

  it('repeats its passes until the last one finds nothing new', () => {
    const links = ['d@web.de', 'c@web.de', 'b@web.de', 'a@web.de'];
    const orders = links.map((id, at): Order => {
      const header = { orderId: id, orderDate: at, customerId: id, contact: links[at - 1] };
      return { header, lines: [] };
    });
    const list = { version: 'v', merges: [] };
    const { passes, idsOf } = search(orders, { email: {} }, list, ['a@web.de']);
    expect(idsOf.get('a@web.de')).toEqual([...links].sort());
    expect(passes).toBe(5);
  });
});
