// Tests the upper bound of a part's size, which avoids packing the part to check that it fits an item.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createEmptyPart,
  estimateMostBytes,
  packOrderPart,
  type StoredLine,
} from '../../../src/analysis/ingest/stored-order.ts';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';

const text = fc.string({ unit: CODE_POINT, maxLength: 40 });
const line: fc.Arbitrary<StoredLine> = fc.record(
  {
    name: fc.option(text, { nil: undefined }),
    sku: fc.option(text, { nil: undefined }),
    unitPrice: fc.double({ noNaN: true, noDefaultInfinity: true }),
    quantity: fc.double({ noNaN: true, noDefaultInfinity: true }),
    customFields: fc.option(fc.dictionary(text, text, { maxKeys: 4, noNullPrototype: true }), {
      nil: undefined,
    }),
    importId: fc.constantFrom('01M00000000000000000000001', '01M00000000000000000000002'),
  },
  { noNullPrototype: true },
);

it('estimateMostBytes returns at least the bytes of the packed lines', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (stored) => {
      const part = { ...createEmptyPart('o'), lines: new Map(stored.map((one, at) => [String(at), one])) };
      expect(estimateMostBytes(part)).toBeGreaterThanOrEqual(
        Buffer.byteLength(packOrderPart(part).lines ?? ''),
      );
    }),
  );
});

it('estimateMostBytes stays below 300,000 for an order of a thousand short lines', () => {
  const short: StoredLine = {
    name: 'tea',
    sku: 'sku-1',
    unitPrice: 2.5,
    quantity: 3,
    customFields: undefined,
    importId: 'i',
  };
  const part = {
    ...createEmptyPart('o'),
    lines: new Map(Array.from({ length: 1_000 }, (_, at) => [String(at), short])),
  };
  expect(estimateMostBytes(part)).toBeLessThan(300_000);
});
