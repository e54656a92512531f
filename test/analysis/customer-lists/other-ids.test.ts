// Tests that a person is found by each of their ids, and by nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds, hash64 } from '../../../src/analysis/customer-lists/customer-ids.ts';
import { filterRows } from '../../../src/analysis/customer-lists/list-page.ts';
import { findRowsOfPersons } from '../../../src/analysis/customer-lists/other-ids.ts';
import { withoutRows } from '../../../src/analysis/customer-lists/select-rows.ts';
import { type CustomerList, getCustomerIdAt } from '../../../src/contract/customer-lists/columns.ts';

/** `persons`: the ids of each, the first of which is that of the row. */
function createPersons(persons: readonly (readonly string[])[]): CustomerList {
  const ids = persons.map(([id = '']) => id);
  const idOf = persons.flatMap(([id = '', ...others]) => others.map((other) => [other, id] as const));
  return buildList(
    {
      ...{ reportType: 'RFM', ids: createCustomerIds(ids), groups: ['a'] },
      figures: { group: ids.map(() => 0) },
    },
    new Map(idOf),
  );
}

const find = (list: CustomerList, filter: { customer?: string; search?: string }): string[] =>
  Array.from(filterRows(list, { ranges: [], left: false, ...filter }), (row) =>
    getCustomerIdAt(list.columns, row),
  ).sort();

describe('a list of persons', () => {
  const list = createPersons([['17', 'ann@x', 'till "4"'], ['18'], ['19', 'a', 'b', ','], ['20', 'bo@x']]);

  it.each([
    ['17', ['17']],
    ['till "4"', ['17']],
    ['ann@x', ['17']],
    ['18', ['18']],
    ['b', ['19']],
    [',', ['19']],
    ['","', []],
    ['ann', []],
    ['a","b', []],
  ])('finds by %j', (customer, expected) => {
    expect(find(list, { customer })).toEqual(expected);
  });

  it('finds parts of all ids', () => {
    expect(find(list, { search: '@X' })).toEqual(['17', '20']);
  });

  it('finds any of many ids, whatever their characters', () => {
    const persons = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('"', ',', '\\', 'a', 'é') }),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(persons, fc.integer({ min: 1, max: 4 }), (ids, size) => {
        const groups = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
          ids.slice(at * size, (at + 1) * size),
        );
        const all = createPersons(groups);
        for (const group of groups)
          for (const customer of group) expect(find(all, { customer })).toEqual(group.slice(0, 1));
      }),
    );
  });

  it('finds the row of a person by the hash of any id, so that it is erased', () => {
    const rows = findRowsOfPersons(list.columns, list.head, [hash64('bo@x'), hash64('18'), hash64('nobody')]);
    const left = withoutRows(list, rows);
    expect(find(left, {})).toEqual(['17', '19']);
    expect(find(left, { customer: 'ann@x' })).toEqual(['17']);
    expect(find(left, { customer: 'bo@x' })).toEqual([]);
  });

  it('has no such columns without persons of several ids', () => {
    expect(
      [...createPersons([['17'], ['18']]).columns.keys()].filter((name) => name.startsWith('other')),
    ).toEqual([]);
  });
});
