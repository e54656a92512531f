// Packs columns of numbers into few bytes and unpacks them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packColumns, unpackColumns } from '../../../src/analysis/extract/packed-columns.ts';

const number = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer(),
  fc.constantFrom(-0, 0, 255, 256, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -(2 ** 31), -(2 ** 31) - 1),
  fc.double(),
);

it('unpackColumns returns every packed number, including −0 and NaN', () => {
  fc.assert(
    fc.property(fc.array(number), (values) => {
      const block = packColumns({ values: Float64Array.from(values) });
      expect([...unpackColumns(block).numbers('values')]).toEqual(values);
    }),
    { numRuns: 300 },
  );
});

it.each([
  [[0, 255], Uint8Array],
  [[0, 256], Uint16Array],
  [[65_536, 2 ** 32 - 1], Uint32Array],
  [[-128, 127], Int8Array],
  [[-1, 128], Int16Array],
  [[-(2 ** 15), 0], Int16Array],
  [[-(2 ** 15) - 1, 0], Int32Array],
  [[-1, 2 ** 31 - 1], Int32Array],
  [[-1, 2 ** 31], Float64Array],
  [[0.5], Float64Array],
])('packColumns stores the numbers %j as %o', (values, stored) => {
  const block = packColumns({ values: Float64Array.from(values) });
  expect(unpackColumns(block).numbers('values')).toBeInstanceOf(stored);
});

it('unpackColumns returns every packed integer', () => {
  const integer = fc.oneof(fc.integer({ min: -130, max: 130 }), fc.integer());
  fc.assert(
    fc.property(fc.array(integer), (values) => {
      const block = packColumns({ values: Int32Array.from(values) });
      expect([...unpackColumns(block).integers('values')]).toEqual(values);
    }),
  );
});

it('unpackColumns reports which columns exist and throws ExtractUnreadableError for others', () => {
  const columns = unpackColumns(packColumns({ some: new Float64Array(1) }));
  expect([columns.has('some'), columns.has('other')]).toEqual([true, false]);
  expect(() => columns.numbers('other')).toThrow(expect.objectContaining({ name: 'ExtractUnreadableError' }));
});
