// The soak of the nightly run, for seconds: it sends what it says, ends, and calls growth by its name.
import { expect, it } from 'vitest';
import { growthOf, type Sample } from '../../../tools/bench/measuring/figures.ts';
import { soak } from '../../../tools/bench/service/soak.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';

const every30s = (mbAt: (minute: number) => number): Sample[] =>
  Array.from({ length: 41 }, (_, i) => ({ seconds: 30 * i, mb: mbAt(i / 2) }));

it('finds the growth of a leak, and none of a warm-up that ends', () => {
  const noise = (minute: number) => 30 * Math.sin(7 * minute);
  expect(growthOf(every30s((minute) => 300 + 150 * minute + noise(minute)))).toBeCloseTo(150, -1);
  expect(
    Math.abs(growthOf(every30s((minute) => Math.min(1_500, 300 + 400 * minute) + noise(minute)))),
  ).toBeLessThan(5);
  expect(growthOf([{ seconds: 3, mb: 100 }])).toBe(0);
});

if (IS_DEEP)
  it('ends without a problem, and has one if memory may not even shrink', async () => {
    const problems = await soak(['--minutes', '0.2', '--every', '2', '--max-growth=-1000000']);
    expect(problems).toEqual([expect.stringContaining('MB a minute in the second half')]);
  });
