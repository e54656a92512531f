// Functions that a reader can check by hand: numbers across the lengths of their encoding, memory, and a loop over vectors.
import { expect, it } from 'vitest';
import {
  advance,
  assemble,
  get,
  I32,
  I32_ADD,
  I32_BELOW,
  integer,
  load,
  repeat,
  set,
  simd,
  store,
  V128,
} from '../../../src/core/kernels/assembler.ts';

it.each([0, 63, 64, 127, 128, 8_191, 8_192, 2 ** 20, 2 ** 31 - 1])(
  'a function returns the constant %i',
  (value) => {
    const constant = { parameters: [], results: [I32], locals: [], body: integer(value) };
    expect(assemble({ constant }, 1).exports.constant()).toBe(value);
  },
);

it('a loop adds up the vectors of a row, and stores them beyond offset 127', () => {
  const [from, end, sum] = [0, 1, 2];
  const lane = (at: number): number[] => [...get(sum), ...simd(0x1b), at];
  const total = [...lane(0), ...lane(1), I32_ADD, ...lane(2), I32_ADD, ...lane(3), I32_ADD];
  const add = {
    parameters: [I32, I32],
    results: [I32],
    locals: [V128],
    body: [
      ...repeat(
        ...[...get(from), ...load(0), ...get(sum), ...simd(0xae), ...set(sum)],
        ...[...advance(from, 16), ...get(from), ...get(end), I32_BELOW],
      ),
      ...[...get(end), ...get(sum), ...store(200), ...total],
    ],
  };
  const { memory, exports } = assemble({ add }, 1);
  const numbers = new Int32Array(memory.buffer);
  numbers.set(Array.from({ length: 12 }, (_, at) => at + 1));
  expect(exports.add(0, 48)).toBe(78);
  expect([...numbers.subarray((48 + 200) / 4, (48 + 200) / 4 + 4)]).toEqual([15, 18, 21, 24]);
});
