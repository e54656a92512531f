// Collects blocks of partitions independently of the bytes that they were read from.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packColumns, unpackColumns } from '../../../src/analysis/extract/packed-columns.ts';
import { BlocksOfParts } from '../../../src/analysis/partitions/blocks-of-parts.ts';

it('BlocksOfParts returns the columns of every partition, even of a much larger or an additional one', () => {
  const columns = fc.array(fc.array(fc.nat(70_000), { maxLength: 50 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(columns, fc.integer({ min: 2, max: 9 }), (given, parts) => {
      const blocks = new BlocksOfParts(parts);
      for (const values of given) {
        // The block lies within a larger buffer, which is overwritten afterwards.
        const packed = packColumns({ each: Float64Array.from(values) });
        const bytes = Buffer.concat([Buffer.alloc(8), packed]);
        blocks.add(unpackColumns(bytes.subarray(8)));
        bytes.fill(255);
      }
      expect(blocks.take().map((of) => [...of.numbers('each')])).toEqual(given);
      expect(blocks.take()).toEqual([]);
    }),
  );
});
