// Round trips of the file of a customer list, and detection of damage to it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hash64 } from '../../../src/analysis/customer-lists/customer-ids.ts';
import {
  decodeColumn,
  decodeHead,
  decodeList,
  encodeList,
  hashAt,
  readHeadSize,
} from '../../../src/analysis/customer-lists/list-file.ts';
import { getCustomerIdAt } from '../../../src/contract/customer-lists/columns.ts';
import { createList } from './literal-lists.ts';

const customers = fc.uniqueArray(
  fc.record({
    id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    segment: fc.constantFrom('Champions', 'Lost', "Can't Lose Them"),
    recency: fc.nat(5_000),
    monetary: fc.double({ noNaN: true, noDefaultInfinity: true }),
    alive: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  }),
  { selector: ({ id }) => id },
);

it('decodeList reads back the encoded list at any offset in memory', () => {
  fc.assert(
    fc.property(customers, fc.nat(7), (written, shift) => {
      const list = createList(written);
      const file = encodeList(list);
      const shifted = new Uint8Array(file.length + shift).subarray(shift);
      shifted.set(file);
      const read = decodeList(shifted);
      expect(read).toEqual(list);
      const ids = Array.from({ length: list.head.rows }, (_, row) => getCustomerIdAt(read.columns, row));
      expect([...ids].sort()).toEqual(written.map(({ id }) => id).sort());
      expect(ids.map((_, row) => hashAt(read.columns, row))).toEqual(ids.map(hash64));
    }),
  );
});

it('buildList sorts rows by the hash of the customer id', () => {
  const list = createList(Array.from({ length: 5_000 }, (_, i) => ({ id: `c${i}`, segment: 'Lost' })));
  const hashes = Array.from({ length: 5_000 }, (_, row) => hashAt(list.columns, row));
  expect(hashes).toEqual(hashes.toSorted((a, b) => (a < b ? -1 : 1)));
});

it('decodeList refuses a file of another kind, of a later version, or with a changed byte', () => {
  const file = encodeList(createList([{ id: 'ada', segment: 'Champions', monetary: 12.5 }]));
  const changeByte = (at: number, to: number): Uint8Array => {
    const copy = file.slice();
    copy[at] = to;
    return copy;
  };
  expect(() => decodeList(file.subarray(0, 10))).toThrow('too short');
  expect(() => decodeList(changeByte(0, 0))).toThrow('not a list');
  expect(() => decodeList(changeByte(4, 2))).toThrow('version 2 is not known');
  expect(() => decodeList(changeByte(20, 0))).toThrow('the head is damaged');
  expect(() => decodeHead(file.subarray(0, readHeadSize(file) - 1))).toThrow('the head is damaged');
  const { columns } = decodeHead(file);
  for (const column of columns) {
    const bytes = changeByte(column.offset, (file[column.offset] ?? 0) ^ 1);
    expect(() => decodeColumn(column, bytes.subarray(column.offset, column.offset + column.bytes))).toThrow(
      `column ${column.name} is damaged`,
    );
  }
});
