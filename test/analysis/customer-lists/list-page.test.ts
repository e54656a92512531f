// Pages of a list, against filtering and sorting objects.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash64 } from '../../../src/analysis/customer-lists/customer-ids.ts';
import { findRowsByHash, hashAt } from '../../../src/analysis/customer-lists/list-file.ts';
import {
  type CustomerFilter,
  filterRows,
  pickFirstRows,
  type RowOrder,
  type RowPosition,
} from '../../../src/analysis/customer-lists/list-page.ts';
import { compareLists, withoutRows } from '../../../src/analysis/customer-lists/select-rows.ts';
import { type CustomerList, getColumn } from '../../../src/contract/customer-lists/columns.ts';
import { idsOf, type LiteralCustomer, listOf, segmentsOf } from './literal-lists.ts';

const SEGMENTS = ['Champions', 'Lost', 'At Risk'];
const EVERYBODY: CustomerFilter = { ranges: [], left: false };

const customer = fc.record({
  id: fc.nat(60).map((n) => `c${n}`),
  segment: fc.constantFrom(...SEGMENTS),
  recency: fc.nat(9),
  frequency: fc.integer({ min: 1, max: 4 }),
  monetary: fc.integer({ min: -300, max: 900 }).map((cents) => cents / 100),
  alive: fc.constantFrom(0, 0.5, 1, null),
});
const customers = fc.uniqueArray(customer, { selector: ({ id }) => id, maxLength: 60 });

/** All pages, one after the other. `between` is applied to the list before each page but the first. */
function walk(
  list: CustomerList,
  filter: CustomerFilter,
  order: RowOrder,
  limit: number,
  between = (same: CustomerList): CustomerList => same,
): string[] {
  const ids: string[] = [];
  let after: RowPosition | undefined;
  for (let current = list; ; current = between(current)) {
    const page = pickFirstRows(current, filterRows(current, filter), order, limit, after);
    const last = page.at(-1);
    ids.push(...idsOf(current, page));
    if (last === undefined || page.length < limit) return ids;
    const value = getColumn(current.columns, order.column)[last] ?? 0;
    after = { value: Number.isNaN(value) ? null : value, hash: hashAt(current.columns, last) };
  }
}

const byHash = (a: LiteralCustomer, b: LiteralCustomer): number => (hash64(a.id) < hash64(b.id) ? -1 : 1);

function sorted(all: readonly LiteralCustomer[], { column, descending }: RowOrder): string[] {
  const figureOf = ({ recency, frequency, monetary, alive }: LiteralCustomer): number | null =>
    ({ recency, frequency, monetary, probability_alive: alive })[String(column)] ?? null;
  return all
    .toSorted((a, b) => {
      const [x, y] = [figureOf(a), figureOf(b)];
      if (x === y) return byHash(a, b);
      if (x === null || y === null) return x === null ? 1 : -1;
      return descending ? y - x : x - y;
    })
    .map(({ id }) => id);
}

const order = fc.record({
  column: fc.constantFrom('recency', 'frequency', 'monetary', 'probability_alive'),
  descending: fc.boolean(),
});

describe('pages of a list', () => {
  it('are the matching customers in order, each once, whatever the limit', () => {
    fc.assert(
      fc.property(
        customers,
        order,
        fc.integer({ min: 1, max: 7 }),
        fc.nat(9),
        fc.integer({ min: -3, max: 9 }),
        (all, by, limit, days, spend) => {
          const filter: CustomerFilter = {
            ranges: [
              { column: 'recency', min: Number.NEGATIVE_INFINITY, max: days },
              { column: 'monetary', min: spend, max: Number.POSITIVE_INFINITY },
            ],
            groups: new Set(['Champions', 'Lost']),
            left: false,
          };
          const matching = all.filter(
            ({ recency, monetary, segment }) => recency <= days && monetary >= spend && segment !== 'At Risk',
          );
          expect(walk(listOf(all, SEGMENTS), filter, by, limit)).toEqual(sorted(matching, by));
        },
      ),
    );
  });

  it('skip and repeat nobody when customers are erased between two pages', () => {
    fc.assert(
      fc.property(
        customers,
        order,
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(60), { minLength: 1 }),
        (all, by, limit, gone) => {
          const erased = new Set(gone.map((n) => `c${n}`));
          const left = walk(listOf(all, SEGMENTS), EVERYBODY, by, limit, (list) =>
            withoutRows(list, findRowsByHash(list.columns, list.head, [...erased].map(hash64))),
          );
          const isOther = (id: string): boolean => !erased.has(id);
          expect(left.filter(isOther)).toEqual(sorted(all, by).filter(isOther));
        },
      ),
    );
  });

  it('leave out a customer without the figure that a range asks for', () => {
    const list = listOf([
      { id: 'a', segment: 'Lost', alive: 0.2 },
      { id: 'b', segment: 'Lost', alive: null },
    ]);
    const filter: CustomerFilter = { ranges: [{ column: 'probability_alive', min: 0, max: 1 }], left: false };
    expect(idsOf(list, filterRows(list, filter))).toEqual(['a']);
  });

  it('leave out hidden rows', () => {
    const list = listOf(['a', 'b', 'c'].map((id) => ({ id, segment: 'Lost' })));
    const hidden = findRowsByHash(list.columns, list.head, [hash64('b'), hash64('nobody')]);
    expect(idsOf(list, filterRows(list, EVERYBODY, hidden)).sort()).toEqual(['a', 'c']);
  });
});

describe('a list compared with an earlier one', () => {
  it('has the earlier segment of each customer, and those who left with their earlier figures', () => {
    fc.assert(
      fc.property(customers, customers, (now, before) => {
        const earlier = listOf(before, ['Lost', 'At Risk', 'Champions']);
        const list = compareLists(listOf(now, SEGMENTS), earlier, 'R1');
        const was = new Map(before.map((one) => [one.id, one]));
        const is = new Map(now.map((one) => [one.id, one]));
        const rows = (filter: Partial<CustomerFilter>): Map<string, unknown> => {
          const found = filterRows(list, { ...EVERYBODY, ...filter });
          return new Map(
            [...found].map((row) => [
              idsOf(list, [row])[0] ?? '',
              [...segmentsOf(list, row), getColumn(list.columns, 'monetary')[row]],
            ]),
          );
        };
        const expected = (all: readonly LiteralCustomer[]): Map<string, unknown> =>
          new Map(
            all.map(({ id, monetary }) => [
              id,
              [is.get(id)?.segment ?? null, was.get(id)?.segment ?? null, monetary],
            ]),
          );
        expect(list.head).toMatchObject({ members: now.length, comparedWith: 'R1' });
        expect(rows({})).toEqual(expected(now));
        expect(rows({ joined: true })).toEqual(expected(now.filter(({ id }) => !was.has(id))));
        expect(rows({ joined: false })).toEqual(expected(now.filter(({ id }) => was.has(id))));
        expect(rows({ left: true })).toEqual(expected(before.filter(({ id }) => !is.has(id))));
        const hasMoved = ({ id, segment }: LiteralCustomer): boolean =>
          was.has(id) && was.get(id)?.segment !== segment;
        expect(rows({ moved: true })).toEqual(expected(now.filter(hasMoved)));
        expect(rows({ previousGroups: new Set(['Lost']) })).toEqual(
          expected(now.filter(({ id }) => was.get(id)?.segment === 'Lost')),
        );
      }),
    );
  });

  it('has nobody who joined, moved or left where nothing was compared', () => {
    const list = listOf([{ id: 'a', segment: 'Lost' }]);
    for (const filter of [{ joined: true }, { moved: true }, { left: true }]) {
      expect([...filterRows(list, { ...EVERYBODY, ...filter })]).toEqual([]);
    }
    expect(segmentsOf(list, 0)).toEqual(['Lost', null]);
  });
});

it('has the one customer that is asked for, and those whose ids contain a text in any case', () => {
  const all = ['Anna@Shop.example', 'anna', 'Änne', 'Bo'].map((id) => ({
    ...{ id, segment: 'Lost', recency: 1, frequency: 1, monetary: 1, alive: null },
  }));
  const list = listOf(all, SEGMENTS);
  const found = (filter: Partial<CustomerFilter>): string[] =>
    idsOf(list, [...filterRows(list, { ...EVERYBODY, ...filter })]).toSorted();
  expect(found({ customer: 'anna' })).toEqual(['anna']);
  expect(found({ customer: 'ann' })).toEqual([]);
  expect(found({ search: 'ANN' })).toEqual(['Anna@Shop.example', 'anna']);
  expect(found({ search: 'ä' })).toEqual(['Änne']);
  expect(found({ search: 'nobody' })).toEqual([]);
});
