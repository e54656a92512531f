import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareKeys } from '../../../src/stores/orders/shard-pages.ts';

it('compares keys as DynamoDB sorts them, by the bytes of UTF-8', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    '\ud7ff',
    '\ue000',
    '\uffee',
    '\u{10000}',
    '\u{1f375}',
    '\u{10ffff}',
  );
  const text = fc.string({ unit, maxLength: 4 });
  fc.assert(
    fc.property(text, text, text, (start, a, b) => {
      const [left, right] = [start + a, start + b];
      expect(Math.sign(compareKeys(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
});
