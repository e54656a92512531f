// Percentiles of the soak, by nearest rank.
import { expect, it } from 'vitest';
import { Latencies, percentiles } from '../../../quality/bench/measuring/latencies.ts';

it('takes the smallest value that the share of all values does not exceed', () => {
  const durations = Array.from({ length: 200 }, (_, i) => 200 - i);
  expect(percentiles(durations)).toEqual({ count: 200, p50_ms: 100, p95_ms: 190, p99_ms: 198, max_ms: 200 });
  expect(percentiles([7])).toEqual({ count: 1, p50_ms: 7, p95_ms: 7, p99_ms: 7, max_ms: 7 });
});

it('keeps all durations, and each only once for the next line; a failed call counts, too', async () => {
  const latencies = new Latencies();
  await latencies.time('read', async () => 1);
  await expect(latencies.time('write', () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  );
  expect(Object.keys(latencies.take())).toEqual(['read', 'write']);
  expect(latencies.take()).toEqual({});
  expect(latencies.total()).toMatchObject({ read: { count: 1 }, write: { count: 1 } });
});
