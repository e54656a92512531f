import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VarintReader, VarintWriter } from '../../../src/core/recommendations/varints.ts';

const LARGEST = 2 ** 32 - 1;

it('reads the numbers that were written', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(300), fc.integer({ min: 0, max: LARGEST }))), (numbers) => {
      const writer = new VarintWriter();
      for (const number of numbers) writer.write(number);
      const reader = new VarintReader(writer.bytes());
      expect(numbers.map(() => reader.read())).toEqual(numbers);
    }),
  );
});

it('throws at the end of the bytes, and within a number that the end cuts short', () => {
  for (const bytes of [[], [128], [255, 255]])
    expect(() => new VarintReader(Uint8Array.from(bytes)).read()).toThrow(/expected a number, got the end/);
});

it('takes a byte for seven bits, beyond the first block too', () => {
  const writer = new VarintWriter();
  for (let at = 0; at < 100_000; at++) writer.write(127);
  for (const number of [128, 2 ** 14 - 1, 2 ** 14, LARGEST]) writer.write(number);
  const bytes = writer.bytes();
  expect(bytes.length).toBe(100_000 + 2 + 2 + 3 + 5);
  const reader = new VarintReader(bytes);
  for (let at = 0; at < 100_000; at++) reader.read();
  expect([reader.read(), reader.read(), reader.read(), reader.read()]).toEqual([
    128,
    2 ** 14 - 1,
    2 ** 14,
    LARGEST,
  ]);
});
