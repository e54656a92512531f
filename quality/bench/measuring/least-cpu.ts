// The processor time of a handler's call: the least of a few, with that of the garbage collector.
export const RUNS = 3;

/** The first call, which compiles, is not measured. */
export async function leastCpu<T>(
  call: () => Promise<T>,
): Promise<{ readonly cpuMs: number; readonly answer: T }> {
  let least = Number.POSITIVE_INFINITY;
  let answer = await call();
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    answer = await call();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return { cpuMs: Math.round(least * 10) / 10, answer };
}
