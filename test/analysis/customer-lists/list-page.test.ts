// Compares pages of a customer list with filtered and sorted objects.
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
import { createList, getSegments, type LiteralCustomer, listIds } from './literal-lists.ts';

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

/** Reads all pages in sequence. `between` changes the list before each page but the first. */
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
    ids.push(...listIds(current, page));
    if (last === undefined || page.length < limit) return ids;
    const value = getColumn(current.columns, order.column)[last] ?? 0;
    after = { value: Number.isNaN(value) ? null : value, hash: hashAt(current.columns, last) };
  }
}

const compareByHash = (a: LiteralCustomer, b: LiteralCustomer): number =>
  hash64(a.id) < hash64(b.id) ? -1 : 1;

function sortIds(all: readonly LiteralCustomer[], { column, descending }: RowOrder): string[] {
  const getFigure = ({ recency, frequency, monetary, alive }: LiteralCustomer): number | null =>
    ({ recency, frequency, monetary, probability_alive: alive })[String(column)] ?? null;
  return all
    .toSorted((a, b) => {
      const [x, y] = [getFigure(a), getFigure(b)];
      if (x === y) return compareByHash(a, b);
      if (x === null || y === null) return x === null ? 1 : -1;
      return descending ? y - x : x - y;
    })
    .map(({ id }) => id);
}

const order = fc.record({
  column: fc.constantFrom('recency', 'frequency', 'monetary', 'probability_alive'),
  descending: fc.boolean(),
});

describe('the pages of a list', () => {
  it('return each matching customer once and in order, at any limit', () => {
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
          expect(walk(createList(all, SEGMENTS), filter, by, limit)).toEqual(sortIds(matching, by));
        },
      ),
    );
  });

  it('skip and repeat no customer if others are erased between two pages', () => {
    fc.assert(
      fc.property(
        customers,
        order,
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(60), { minLength: 1 }),
        (all, by, limit, gone) => {
          const erased = new Set(gone.map((n) => `c${n}`));
          const left = walk(createList(all, SEGMENTS), EVERYBODY, by, limit, (list) =>
            withoutRows(list, findRowsByHash(list.columns, list.head, [...erased].map(hash64))),
          );
          const isOther = (id: string): boolean => !erased.has(id);
          expect(left.filter(isOther)).toEqual(sortIds(all, by).filter(isOther));
        },
      ),
    );
  });

  it('leave out a customer without the figure of a range filter', () => {
    const list = createList([
      { id: 'a', segment: 'Lost', alive: 0.2 },
      { id: 'b', segment: 'Lost', alive: null },
    ]);
    const filter: CustomerFilter = { ranges: [{ column: 'probability_alive', min: 0, max: 1 }], left: false };
    expect(listIds(list, filterRows(list, filter))).toEqual(['a']);
  });

  it('leave out hidden rows', () => {
    const list = createList(['a', 'b', 'c'].map((id) => ({ id, segment: 'Lost' })));
    const hidden = findRowsByHash(list.columns, list.head, [hash64('b'), hash64('nobody')]);
    expect(listIds(list, filterRows(list, EVERYBODY, hidden)).sort()).toEqual(['a', 'c']);
  });
});

describe('a customer list', () => {
  it('holds the earlier segment of each customer, and the earlier figures of customers who left', () => {
    fc.assert(
      fc.property(customers, customers, (now, before) => {
        const earlier = createList(before, ['Lost', 'At Risk', 'Champions']);
        const list = compareLists(createList(now, SEGMENTS), earlier, 'R1');
        const was = new Map(before.map((one) => [one.id, one]));
        const is = new Map(now.map((one) => [one.id, one]));
        const mapRows = (filter: Partial<CustomerFilter>): Map<string, unknown> => {
          const found = filterRows(list, { ...EVERYBODY, ...filter });
          return new Map(
            [...found].map((row) => [
              listIds(list, [row])[0] ?? '',
              [...getSegments(list, row), getColumn(list.columns, 'monetary')[row]],
            ]),
          );
        };
        const mapExpected = (all: readonly LiteralCustomer[]): Map<string, unknown> =>
          new Map(
            all.map(({ id, monetary }) => [
              id,
              [is.get(id)?.segment ?? null, was.get(id)?.segment ?? null, monetary],
            ]),
          );
        expect(list.head).toMatchObject({ members: now.length, comparedWith: 'R1' });
        expect(mapRows({})).toEqual(mapExpected(now));
        expect(mapRows({ joined: true })).toEqual(mapExpected(now.filter(({ id }) => !was.has(id))));
        expect(mapRows({ joined: false })).toEqual(mapExpected(now.filter(({ id }) => was.has(id))));
        expect(mapRows({ left: true })).toEqual(mapExpected(before.filter(({ id }) => !is.has(id))));
        const hasMoved = ({ id, segment }: LiteralCustomer): boolean =>
          was.has(id) && was.get(id)?.segment !== segment;
        expect(mapRows({ moved: true })).toEqual(mapExpected(now.filter(hasMoved)));
        expect(mapRows({ previousGroups: new Set(['Lost']) })).toEqual(
          mapExpected(now.filter(({ id }) => was.get(id)?.segment === 'Lost')),
        );
      }),
    );
  });

  it('returns no joined, moved or left customers if it was not compared', () => {
    const list = createList([{ id: 'a', segment: 'Lost' }]);
    for (const filter of [{ joined: true }, { moved: true }, { left: true }]) {
      expect([...filterRows(list, { ...EVERYBODY, ...filter })]).toEqual([]);
    }
    expect(getSegments(list, 0)).toEqual(['Lost', null]);
  });
});

it('filterRows finds a customer by exact id, and customers whose ids contain a text in any case', () => {
  const all = ['Anna@Shop.example', 'anna', 'Änne', 'Bo'].map((id) => ({
    ...{ id, segment: 'Lost', recency: 1, frequency: 1, monetary: 1, alive: null },
  }));
  const list = createList(all, SEGMENTS);
  const findIds = (filter: Partial<CustomerFilter>): string[] =>
    listIds(list, [...filterRows(list, { ...EVERYBODY, ...filter })]).toSorted();
  expect(findIds({ customer: 'anna' })).toEqual(['anna']);
  expect(findIds({ customer: 'ann' })).toEqual([]);
  expect(findIds({ search: 'ANN' })).toEqual(['Anna@Shop.example', 'anna']);
  expect(findIds({ search: 'ä' })).toEqual(['Änne']);
  expect(findIds({ search: 'nobody' })).toEqual([]);
});
