// Tests which other customer ids are erased with one of a person.
import { expect, it } from 'vitest';
import { computeCustomerDigest, toErasedCustomer } from '../../../src/analysis/erasure/erasure.ts';
import { findLinkedIds } from '../../../src/analysis/erasure/linked-ids.ts';

const DATASET = { accountId: 'acc', datasetId: 'shop' };
const idOf = new Map([
  ['ann@web.de', '17'],
  ['till-4', '17'],
  ['bo@web.de', '18'],
]);

it.each([
  ['17', ['ann@web.de', 'till-4']],
  ['till-4', ['17', 'ann@web.de']],
  ['bo@web.de', ['18']],
])('finds the other ids of %s', (id, others) => {
  const digest = computeCustomerDigest('acc', 'shop', id);
  const found = findLinkedIds(idOf, DATASET, new Set([digest]));
  expect([...found.keys()]).toEqual([digest]);
  expect(found.get(digest)).toEqual(others.map((other) => toErasedCustomer('acc', 'shop', other)));
});

it('finds nothing for ids of one person each, and of another dataset', () => {
  const wanted = new Set([
    computeCustomerDigest('acc', 'shop', 'zoe'),
    computeCustomerDigest('acc', 'other', '17'),
  ]);
  expect(findLinkedIds(idOf, DATASET, wanted).size).toBe(0);
});
