// Sorting of a run within a larger array.
import { expect, test } from 'vitest';
import { sortRun } from '../../../src/analysis/orders/sort-run.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';

test.each([0, 1, 2, 3, 24, 25, 100])(
  'sortRun sorts a run of %i numbers and leaves the others in place',
  (length) => {
    const random = createRandom(length);
    const values = Float64Array.from({ length: length + 4 }, () => Math.floor(random() * 50) - 25);
    const expected = [
      ...values.subarray(0, 2),
      ...values.slice(2, length + 2).sort(),
      ...values.subarray(length + 2),
    ];
    sortRun(values, 2, length + 2);
    expect([...values]).toEqual(expected);
  },
);
